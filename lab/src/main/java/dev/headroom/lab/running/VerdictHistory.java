package dev.headroom.lab.running;

import dev.headroom.core.model.diagnosis.Diagnosis;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Verdicts over time, as they settle: see {@link SettledVerdict}. */
public final class VerdictHistory {

    private static final int MOST = 50;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private final SettledVerdict settled = new SettledVerdict();

    /**
     * @param since when it was first made
     * @param diagnosis the newest that says so
     */
    public record Entry(Instant since, Diagnosis diagnosis) {}

    public void add(Instant at, Diagnosis diagnosis) {
        switch (settled.add(diagnosis)) {
            case CONFIRMED -> entries.addFirst(new Entry(entries.removeFirst().since(), diagnosis));
            case REPLACED -> {
                entries.addFirst(new Entry(at, diagnosis));
                if (entries.size() > MOST) {
                    entries.removeLast();
                }
            }
            case NONE -> {} // what counts stays
        }
    }

    /** What binds now, as far as it has settled. */
    public Optional<Entry> current() {
        return Optional.ofNullable(entries.peekFirst());
    }

    /** Those that counted so far, newest first: what binds now, and those before it. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }
}
