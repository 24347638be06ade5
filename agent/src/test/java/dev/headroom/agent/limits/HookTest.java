package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HookTest {

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
}
