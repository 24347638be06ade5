package dev.headroom.probe.jvm;

import dev.headroom.probe.ProbeException;

/** What was asked for is no JVM, or more than one; the message lists those. */
public final class NotOneJvm extends ProbeException {

    private static final long serialVersionUID = 1;

    NotOneJvm(String message) {
        super(message);
    }
}
