package dev.headroom.load.users;

import dev.headroom.core.model.load.Mix.Sequence;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A user's way through the steps of a sequence: what it has taken on its way, and its rows, which are the same in every step. */
public final class Visit {

    final Visitor visitor;
    final Map<String, String> taken = new HashMap<>();
    final Map<Integer, Long> rows = new HashMap<>();
    private final Sequence sequence;
    private int done;

    Visit(Visitor visitor, Sequence sequence) {
        this.visitor = visitor;
        this.sequence = sequence;
    }

    /** Index of the part whose turn it is. */
    public int part() {
        return sequence.first() + done;
    }

    /** @return whether another step follows */
    boolean next() {
        return ++done < sequence.length();
    }

    @Nullable
    String taken(String name) {
        String own = taken.get(name);
        return own == null ? visitor.taken.get(name) : own;
    }
}
