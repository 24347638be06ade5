package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MovesTest {

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    @Test
    void theLastMovedIsPutBackFirst() {
        Moves moves = new Moves();
        moves.move(1, new Fake("first"), 8, () -> {});
        moves.move(2, new Fake("second"), 8, () -> {});

        moves.putBack();

        assertThat(calls).containsExactly("first 8", "second 8", "second 4", "first 4");
    }

    private final class Fake implements Movable {

        private final String name;
        private volatile int capacity = 4;

        Fake(String name) {
            this.name = name;
        }

        @Override
        public Object object() {
            return this;
        }

        @Override
        public int capacity() {
            return capacity;
        }

        @Override
        public void move(int to) {
            capacity = to;
            calls.add(name + " " + to);
        }

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
            return name;
        }
    }
}
