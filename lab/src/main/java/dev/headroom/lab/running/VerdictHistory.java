package dev.headroom.lab.running;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Verdicts over time. One that differs from the one before counts once it was made twice in a row, so that nothing flickers. */
public final class VerdictHistory {

    private static final int MOST = 50;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private Optional<Name> last = Optional.empty();

    /**
     * @param since when it was first made
     * @param diagnosis the newest that says so
     */
    public record Entry(Instant since, Diagnosis diagnosis) {}

    private record Name(Verdict verdict, Optional<Limit> limit, boolean proved) {
        static Name of(Diagnosis diagnosis) {
            return new Name(diagnosis.verdict(), diagnosis.bindingLimit(), diagnosis.standing() == Standing.PROVED);
        }
    }

    public void add(Instant at, Diagnosis diagnosis) {
        Optional<Name> name = Optional.of(Name.of(diagnosis));
        Optional<Name> shown = current().map(entry -> Name.of(entry.diagnosis()));
        if (name.equals(shown)) {
            Entry same = entries.removeFirst();
            entries.addFirst(new Entry(same.since(), diagnosis));
        } else if (shown.isEmpty() || name.equals(last)) {
            entries.addFirst(new Entry(at, diagnosis));
            if (entries.size() > MOST) {
                entries.removeLast();
            }
        }
        last = name;
    }

    /** What binds now, as far as it has settled. */
    public Optional<Entry> current() {
        return Optional.ofNullable(entries.peekFirst());
    }

    /** Those before it, newest first. */
    public List<Entry> earlier() {
        return entries.stream().skip(1).toList();
    }
}
