package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LockIdentityTest {

    private final LockIdentity identity = new LockIdentity();

    private static LockIdentity.Waiter waiter(long address, String type, String place, long thread, String cpu) {
        return new LockIdentity.Waiter(new Lock(address, type), place, thread, cpu);
    }

    private int number(long address, String type, String place, long thread, String cpu) {
        return identity.number(List.of(waiter(address, type, place, thread, cpu)))
                .getOrDefault(new Lock(address, type), -1);
    }

    private int number(long address, String type, String place) {
        return number(address, type, place, 7, "1.00ms");
    }

    @Test
    void aLockThatDidNotMoveIsTheSameWhereverItIsWaitedFor() {
        assertThat(number(1, "Orders", "shop.Orders.read")).isEqualTo(number(1, "Orders", "shop.Orders.write"));
    }

    @Test
    void oneThatACollectorMovedIsKnownByItsClassAndThePlace() {
        int before = number(1, "Orders", "shop.Orders.read");
        assertThat(number(2, "Orders", "shop.Orders.read")).isEqualTo(before);
        assertThat(number(3, "Users", "shop.Orders.read")).isNotEqualTo(before);
        assertThat(number(4, "Orders", "shop.Users.read")).isNotEqualTo(before);
    }

    @Test
    void twoThatAreWaitedForAtOnceAreTwo() {
        Lock one = new Lock(1, "Orders");
        Lock other = new Lock(2, "Orders");
        Map<Lock, Integer> numbers = identity.number(List.of(
                waiter(1, "Orders", "shop.Orders.read", 7, ""), waiter(2, "Orders", "shop.Orders.read", 8, "")));
        assertThat(numbers.get(one)).isNotEqualTo(numbers.get(other));
        assertThat(number(2, "Orders", "shop.Orders.read")).isEqualTo(numbers.get(other));
    }

    /** As one for each key, of which others are waited for by others. */
    @Test
    void oneForWhichNobodyWaitsWhoWaitedBeforeIsAnother() {
        int before = number(1, "Orders", "shop.Orders.read", 7, "1.00ms");
        assertThat(number(2, "Orders", "shop.Orders.read", 8, "1.00ms")).isNotEqualTo(before);
    }

    @Test
    void ofSeveralThatComeAndGoAtOnceOnlyWhoStandsThereStillTells() {
        int one = number(1, "Orders", "shop.Orders.read", 7, "1.00ms");
        List<LockIdentity.Waiter> next = List.of(
                waiter(2, "Orders", "shop.Orders.read", 7, "9.00ms"),
                waiter(3, "Orders", "shop.Orders.read", 8, "1.00ms"));
        Map<Lock, Integer> two = identity.number(next);
        assertThat(two.values()).doesNotContain(one).doesNotHaveDuplicates();
        Map<Lock, Integer> moved = identity.number(List.of(
                waiter(4, "Orders", "shop.Orders.read", 7, "9.00ms"),
                waiter(5, "Orders", "shop.Orders.read", 8, "1.00ms")));
        assertThat(moved.get(new Lock(4, "Orders"))).isEqualTo(two.get(new Lock(2, "Orders")));
        assertThat(moved.get(new Lock(5, "Orders"))).isEqualTo(two.get(new Lock(3, "Orders")));
    }

    @Test
    void theOnlyOneThatMovesIsKnownThoughItsWaitersHaveRun() {
        int before = number(1, "Orders", "shop.Orders.read", 7, "1.00ms");
        assertThat(number(2, "Orders", "shop.Orders.read", 7, "9.00ms")).isEqualTo(before);
    }
}
