package dev.headroom.probe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a thread waits for by its frames alone: nothing tells of the object. */
class BlockerTest {

    private static Optional<Limited> parked(String... frames) {
        return Blocker.limited(Stacks.of(Thread.State.WAITING, frames));
    }

    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.Semaphore.acquire, SEMAPHORE, false",
        "org.springframework.util.ConcurrencyThrottleSupport.beforeAccess, SEMAPHORE, true",
        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject, OBJECT_POOL, true",
        "com.zaxxer.hikari.util.ConcurrentBag.borrow, CONNECTION_POOL, true",
        "java.util.concurrent.locks.ReentrantLock.lock, LOCK, false"
    })
    void theFrameSaysTheKind(String frame, LimitKind kind, boolean single) {
        Limited limited = parked("java.util.concurrent.locks.LockSupport.park", frame, "shop.Orders.find")
                .orElseThrow();
        assertThat(limited.kind()).isEqualTo(kind);
        assertThat(limited.single()).as("of a library's pools there is one").isEqualTo(single);
    }

    @Test
    void aLibrarysPlaceIsALock() {
        Limited limited = parked(
                        "java.util.concurrent.locks.ReentrantLock.lock",
                        "ch.qos.logback.core.OutputStreamAppender.append",
                        "shop.Orders.find")
                .orElseThrow();
        assertThat(limited.type()).isEqualTo("logback");
        assertThat(limited.kind()).isEqualTo(LimitKind.LOCK);
    }

    @Test
    void twoLinesThatWaitForAPermitMayWaitForTwo() {
        String acquire = "java.util.concurrent.Semaphore.acquire";
        assertThat(parked(acquire, "shop.Orders.find")).isNotEqualTo(parked(acquire, "shop.Users.find"));
        assertThat(parked(acquire, "shop.Orders.find")).isEqualTo(parked(acquire, "shop.Orders.find"));
    }

    @Test
    void aMonitorIsALockWithoutItsObject() {
        Stack blocked = Stacks.of(Thread.State.BLOCKED, "shop.Orders.find", "shop.Orders.all");
        assertThat(Blocker.limited(blocked))
                .contains(new Limited("monitor@shop.Orders.find", Blocker.MONITOR, "", LimitKind.LOCK, false));
    }

    @Test
    void whatNoRuleKnowsIsNoLimit() {
        assertThat(parked("java.util.concurrent.locks.LockSupport.park", "shop.Orders.find"))
                .isEmpty();
    }
}
