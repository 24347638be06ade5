package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LockIdentityTest {

    private final LockIdentity identity = new LockIdentity();

    private int number(long address, String type, String place) {
        Lock lock = new Lock(address, type);
        return identity.number(Map.of(lock, Set.of(place))).getOrDefault(lock, -1);
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
        Map<Lock, Integer> numbers =
                identity.number(Map.of(one, Set.of("shop.Orders.read"), other, Set.of("shop.Orders.read")));
        assertThat(numbers.get(one)).isNotEqualTo(numbers.get(other));
        assertThat(number(2, "Orders", "shop.Orders.read")).isEqualTo(numbers.get(other));
    }
}
