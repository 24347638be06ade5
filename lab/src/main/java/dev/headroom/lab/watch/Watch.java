package dev.headroom.lab.watch;

import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.util.List;

/** One JVM that is going to be watched: prepared before it starts, probed once it runs. */
public interface Watch extends AutoCloseable {

    /** What its command line needs, the leash included. */
    List<String> jvmArguments();

    Probe probe(ProcessHandle process) throws ProbeException, InterruptedException;

    @Override
    void close();
}
