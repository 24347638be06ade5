package dev.headroom.probe.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import java.io.IOException;

/** Where there is no Linux, the JDK's own client, with what that checks. */
record JdkAttachment(ProcessId process) implements Attachment {

    private interface Use<T> {
        T of(VirtualMachine machine) throws IOException;
    }

    static JdkAttachment open(ProcessId process) throws ProbeException {
        JdkAttachment attachment = new JdkAttachment(process);
        try {
            attachment.with(machine -> machine);
            return attachment;
        } catch (IOException e) {
            throw new ProbeException(
                    "cannot attach to process " + process.pid() + ": " + e.getMessage()
                            + ". It has to be a JVM of the same user, not started with -XX:+DisableAttachMechanism",
                    e);
        }
    }

    private <T> T with(Use<T> use) throws IOException {
        try {
            process.check();
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            try {
                return use.of(machine);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | ProbeException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void loadAgent(String jar, String options) throws IOException {
        with(machine -> {
            try {
                machine.loadAgent(jar, options);
                return machine;
            } catch (AgentLoadException | AgentInitializationException e) {
                throw new IOException(e.getMessage(), e);
            }
        });
    }

    @Override
    public String managementAgent() throws IOException {
        return with(VirtualMachine::startLocalManagementAgent);
    }
}
