package dev.headroom.lab;

import dev.headroom.core.model.result.ExperimentResult;
import java.util.Optional;

/** The experiment cannot go on; the message says why and what to do. Runs that were finished before are kept. */
public final class LabException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Optional<ExperimentResult> measured;

    public LabException(String message, Throwable cause) {
        this(message, cause, Optional.empty());
    }

    private LabException(String message, Throwable cause, Optional<ExperimentResult> measured) {
        super(message, cause);
        this.measured = measured;
    }

    public LabException(String message) {
        super(message);
        measured = Optional.empty();
    }

    /** The same, with what was measured until then. */
    LabException after(ExperimentResult result) {
        return new LabException(String.valueOf(getMessage()), this, Optional.of(result));
    }

    /** What was measured until then, also where it could not be stored. */
    public Optional<ExperimentResult> measured() {
        return measured;
    }
}
