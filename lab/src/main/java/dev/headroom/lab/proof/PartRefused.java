package dev.headroom.lab.proof;

import dev.headroom.probe.ProbeException;

/** One of those that are moved together would not be: the others still can be. */
final class PartRefused extends ProbeException {

    private static final long serialVersionUID = 1;

    private final String target;

    /** @param why the service's words for it */
    PartRefused(String target, ProbeException why) {
        super(String.valueOf(why.getMessage()), why);
        this.target = target;
    }

    String target() {
        return target;
    }
}
