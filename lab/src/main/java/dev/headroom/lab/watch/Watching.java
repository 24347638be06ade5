package dev.headroom.lab.watch;

import dev.headroom.lab.ProbeMode;
import dev.headroom.probe.ProbeException;
import java.util.List;

/** Watches one service of a run and holds all of them on a leash, so that none outlives Headroom. */
public interface Watching {

    /** For a service that is not watched: what makes it end when Headroom is gone. */
    List<String> leash();

    Watch watch(ProbeMode mode) throws ProbeException;
}
