package dev.headroom.probe.attach;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import java.io.IOException;

/** The one door through which Headroom attaches to a running JVM. */
public interface Attachment {

    /**
     * Has the JVM open its attach socket, where it has not.
     *
     * @throws ProbeException where it would not, or is not the process that was meant; the message says what to do
     */
    static Attachment to(ProcessId process) throws ProbeException {
        process.check();
        return LinuxProcess.isLinux() ? AttachSocket.open(process) : JdkAttachment.open(process);
    }

    /**
     * @param jar as the JVM finds it
     * @throws IOException where the JVM refuses, or the agent does not start
     */
    void loadAgent(String jar, String options) throws IOException;

    /** Has the JVM start its local management agent, where it has not, and returns the URL at which that listens. */
    String managementAgent() throws IOException;
}
