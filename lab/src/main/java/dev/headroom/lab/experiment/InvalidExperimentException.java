package dev.headroom.lab.experiment;

import java.util.List;
import java.util.stream.Collectors;

/** An experiment cannot be run as it is written; holds all mistakes, not only the first. */
public final class InvalidExperimentException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<Mistake> mistakes;

    public InvalidExperimentException(List<Mistake> mistakes) {
        super(mistakes.stream().map(Mistake::toString).collect(Collectors.joining("\n")));
        this.mistakes = List.copyOf(mistakes);
    }

    /** @throws InvalidExperimentException where there is any */
    public static void throwIfAny(List<Mistake> mistakes) throws InvalidExperimentException {
        if (!mistakes.isEmpty()) {
            throw new InvalidExperimentException(mistakes);
        }
    }

    /** In the order of the file. */
    public List<Mistake> mistakes() {
        return mistakes;
    }
}
