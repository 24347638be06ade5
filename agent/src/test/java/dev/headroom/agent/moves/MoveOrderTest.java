package dev.headroom.agent.moves;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the log of a service says of a move. */
class MoveOrderTest {

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final MoveOrder order = new MoveOrder(1, 10, 14, MINUTE, "orders", "Headroom (process 7)");

    @Test
    void whatIsRaisedIsPutBackAtATime() {
        assertThat(order.words(new Sized(), 10, 14, 10, MINUTE))
                .startsWith(
                        "Headroom (process 7) moved orders from 10 to 14 by setSize; it is put back in 60 s at the latest (");
    }

    @Test
    void whatIsPutBackBetweenTwoWindowsIsNotPutBackOnceMore() {
        assertThat(order.words(new Sized(), 14, 10, 10, MINUTE))
                .isEqualTo("Headroom (process 7) moved orders from 14 back to 10, its own size, by setSize");
    }

    private static final class Sized implements Movable {

        @Override
        public Object object() {
            return this;
        }

        @Override
        public int capacity() {
            return 10;
        }

        @Override
        public void move(int from, int to) {}

        @Override
        public List<Number> settings() {
            return List.of(10);
        }

        @Override
        public void set(List<Number> settings) {}

        @Override
        public boolean movable() {
            return true;
        }

        @Override
        public boolean comesBack() {
            return true;
        }

        @Override
        public String how() {
            return "setSize";
        }
    }
}
