package dev.headroom.lab.watch;

import dev.headroom.lab.ProbeMode;
import dev.headroom.probe.ProbeException;

/** Gives each run its eyes and its leash. */
@FunctionalInterface
public interface ProbeSessions {

    ProbeSession watch(ProbeMode mode) throws ProbeException;
}
