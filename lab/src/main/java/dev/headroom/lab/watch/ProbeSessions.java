package dev.headroom.lab.watch;

import dev.headroom.lab.running.Way;
import dev.headroom.probe.ProbeException;

/** Gives each run its eyes and its leash. */
@FunctionalInterface
public interface ProbeSessions {

    ProbeSession watch(Way by) throws ProbeException;
}
