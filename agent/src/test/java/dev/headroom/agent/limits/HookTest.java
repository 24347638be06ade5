package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HookTest {

    /** Bits of the hash code that the two slots of a place have in common. */
    private static final int PLACE = (1 << 12) - 2;

    private final Hook hook = new Hook(true);

    @BeforeEach
    void open() {
        hook.open();
    }

    @AfterEach
    void close() {
        hook.close();
    }

    /** Two of five are free, and nobody waits: two is not what it was made with. */
    @Test
    void whatIsFreeOfASemaphoreThatIsUsedIsNotWhatItHas() throws Exception {
        Semaphore permits = new Semaphore(5);
        permits.acquire(3);
        Hook.used(permits);
        assertThat(hook.next().permits()).isEqualTo(Permits.OLD);
    }

    @Test
    void aNewOneHasWhatIsFree() {
        Semaphore permits = new Semaphore(5);
        Hook.made(permits);
        assertThat(hook.next().permits()).isEqualTo(5);
    }

    @Test
    void twoBusyOnesInOnePlaceReportThemselvesOnceEach() {
        Map<Integer, Object> places = new HashMap<>();
        Object one = new Object();
        Object other = places.put(place(one), one);
        while (other == null) {
            one = new Object();
            other = places.put(place(one), one);
        }
        for (int call = 0; call < 10; call++) {
            Hook.made(one);
            Hook.made(other);
        }
        assertThat(hook.next().get()).isSameAs(one);
        assertThat(hook.next().get()).isSameAs(other);
        assertThat(hook.next()).isNull();
    }

    private static int place(Object object) {
        return System.identityHashCode(object) & PLACE;
    }
}
