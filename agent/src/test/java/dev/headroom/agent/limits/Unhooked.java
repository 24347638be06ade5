package dev.headroom.agent.limits;

import dev.headroom.agent.catalogue.Catalogue;

/** Limits of a JVM in which no object reports itself. */
public final class Unhooked {

    private Unhooked() {}

    public static Limits limits() {
        return new Limits(Catalogue.packed(), new Hook(false));
    }
}
