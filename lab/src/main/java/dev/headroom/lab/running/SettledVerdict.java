package dev.headroom.lab.running;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import java.util.Optional;

/**
 * Which verdict counts while it is made again and again. Another one counts once it was made twice in a row, so that nothing flickers. One that none of the last
 * looks has confirmed counts no longer, even where they do not agree: the newest does.
 */
public final class SettledVerdict {

    /** Looks in a row without the verdict that counts. Of two that alternate the one that counts comes in every second. */
    private static final int UNCONFIRMED = 4;

    private Optional<Name> counts = Optional.empty();
    private Optional<Name> last = Optional.empty();
    private int without;

    /** A limit of another size is the same: its size may be an estimate, which differs from look to look. */
    private record Name(Verdict verdict, Optional<LimitKind> kind, String station, boolean proved) {
        static Name of(Diagnosis diagnosis) {
            return new Name(
                    diagnosis.verdict(),
                    diagnosis.bindingLimit().map(limit -> limit.kind()),
                    diagnosis.bindingLimit().map(limit -> limit.station()).orElse(""),
                    diagnosis.standing() == Standing.PROVED);
        }
    }

    /** What a look at the verdict that counts has changed. */
    public enum Change {
        /** It was made again. */
        CONFIRMED,
        /** It is another one from now on: the one that was just made. */
        REPLACED,
        /** It counts, though another one was just made. */
        NONE
    }

    /** Takes the verdict of the next look. */
    public Change add(Diagnosis diagnosis) {
        Optional<Name> name = Optional.of(Name.of(diagnosis));
        boolean twice = name.equals(last);
        last = name;
        if (name.equals(counts)) {
            without = 0;
            return Change.CONFIRMED;
        }
        without++;
        if (counts.isPresent() && !twice && without < UNCONFIRMED) {
            return Change.NONE;
        }
        counts = name;
        without = 0;
        return Change.REPLACED;
    }
}
