package dev.headroom.load.http;

import dev.headroom.core.model.result.ErrorKind;

/** How a request ended. */
public sealed interface RequestOutcome {

    /**
     * The last byte of an answer arrived.
     *
     * @param bodyAsExpected the body held what the request asks for, if it asks
     */
    record Answered(int status, boolean bodyAsExpected) implements RequestOutcome {}

    /** No answer, or not all of it. */
    record Failed(ErrorKind kind, String why) implements RequestOutcome {}
}
