package dev.headroom.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapReserveTest {

    private static final long MB = 1 << 20;

    private static MemoryUsage used(long mb, long most) {
        return new MemoryUsage(0, mb * MB, most * MB, most * MB);
    }

    private static MemoryPoolMXBean collected(MemoryUsage usage) {
        return (MemoryPoolMXBean) Proxy.newProxyInstance(
                HeapReserveTest.class.getClassLoader(),
                new Class<?>[] {MemoryPoolMXBean.class},
                (pool, method, arguments) -> method.getName().equals("getCollectionUsage") ? usage : null);
    }

    private static boolean isEnough(boolean ends, MemoryUsage heap, MemoryUsage... old) {
        return new HeapReserve(
                        ends,
                        List.of(old).stream().map(HeapReserveTest::collected).toList(),
                        () -> heap)
                .isEnough();
    }

    @Test
    void thirtyTwoMegabytesOrATenthAreLeftToAServiceThatEndsWithoutMemory() {
        assertThat(isEnough(true, used(968, 1_000))).isTrue();
        assertThat(isEnough(true, used(969, 1_000))).isFalse();
        assertThat(isEnough(true, used(90, 100))).isTrue();
        assertThat(isEnough(true, used(91, 100))).isFalse();
        assertThat(isEnough(false, used(100, 100))).isTrue();
    }

    @Test
    void garbageIsFreeOnceTheOldGenerationWasCollected() {
        assertThat(isEnough(true, used(990, 1_000), used(300, 700))).isTrue();
        assertThat(isEnough(true, used(990, 1_000), used(690, 700))).isFalse();
        assertThat(isEnough(true, used(990, 1_000), used(0, 700))).as("not yet").isFalse();
    }

    @Test
    void thisJvmEndsNotSoThereIsEnough() {
        assertThat(HeapReserve.ofThisJvm().isEnough()).isTrue();
    }
}
