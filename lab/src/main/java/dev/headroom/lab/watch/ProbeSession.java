package dev.headroom.lab.watch;

import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.util.List;

/**
 * The eyes and the leash of one run: prepared before its services start, closed after they have stopped. Closing it lets
 * go of the leash, which ends a service that would still be there.
 */
public interface ProbeSession extends AutoCloseable {

    /** Options that the JVMs of every service need, to end when Headroom is gone. */
    List<String> leash();

    /** Options that the JVM of the watched service needs besides. */
    List<String> jvmArguments();

    /** The probe of the watched service's JVM, which runs now; not started yet. */
    Probe probe(ProcessHandle jvm) throws ProbeException;

    @Override
    void close();
}
