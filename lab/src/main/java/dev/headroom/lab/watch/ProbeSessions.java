package dev.headroom.lab.watch;

import dev.headroom.lab.running.Way;
import dev.headroom.probe.ProbeException;

/** Gives each run its eyes and its leash. */
@FunctionalInterface
public interface ProbeSessions {

    ProbeSession watch(Way by) throws ProbeException;

    /** Where the watched service runs already: nothing can come with its start. */
    default ProbeSession ofRunning(Way by) throws ProbeException {
        return watch(by);
    }
}
