package dev.headroom.lab.watch;

import dev.headroom.lab.ProbeMode;
import dev.headroom.probe.ProbeException;

/** Gives each run its eyes and its leash. */
@FunctionalInterface
public interface Watching {

    Watch watch(ProbeMode mode) throws ProbeException;
}
