package dev.headroom.load;

import dev.headroom.core.model.ErrorKind;

/** How a request ended. */
sealed interface Outcome {

    /** The last byte of an answer arrived. */
    record Answered(int status) implements Outcome {}

    /** No answer, or not all of it. */
    record Failed(ErrorKind kind, String why) implements Outcome {}
}
