package dev.headroom.probe.dump;

import com.sun.management.OperatingSystemMXBean;
import dev.headroom.core.text.Printable;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.Attachment;
import dev.headroom.probe.attach.Commands;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.MemoryReserve;
import dev.headroom.probe.os.sockets.OwnPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.PlatformManagedObject;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** The bean {@code DiagnosticCommand} of a HotSpot JVM, which runs what {@code jcmd} does. */
final class JmxCommands implements Commands {

    private static final String BEAN = "com.sun.management:type=DiagnosticCommand";
    private static final Pattern WORD = Pattern.compile("[._](.)");

    private final JMXConnector connector;
    private final boolean closes;

    /** Asked before each dump, so not made anew each time. */
    private @Nullable MemoryMXBean memory;

    private JmxCommands(JMXConnector connector, boolean closes) {
        this.connector = connector;
        this.closes = closes;
    }

    /** Has the JVM start its local management agent, where it has not; it keeps that. */
    static JmxCommands attach(ProcessId process) throws ProbeException {
        Optional<String> lack = MemoryReserve.lack(process.pid());
        if (lack.isPresent()) {
            throw new ProbeException("no management agent is started: " + lack.get());
        }
        Attachment target = Attachment.to(process);
        try {
            return connect(stub(target.managementAgent()));
        } catch (IOException e) {
            throw new ProbeException(
                    "process " + process.pid() + " cannot be watched over its management agent: "
                            + Printable.inLine(String.valueOf(e.getMessage())),
                    e);
        }
    }

    /** The JVM's own object. Any other kind of URL has us look things up wherever it says. */
    static JMXServiceURL stub(String told) throws IOException {
        JMXServiceURL url = new JMXServiceURL(told);
        if (!url.getProtocol().equals("rmi") || !url.getURLPath().startsWith("/stub/")) {
            throw new IOException("it names no management agent of its own, but " + told);
        }
        return url;
    }

    /** @param url of this machine, e.g. {@code service:jmx:rmi:///jndi/rmi://127.0.0.1:9010/jmxrmi} */
    @SuppressWarnings("BanJNDI") // the URL is the user's own, or was checked to need none
    static JmxCommands connect(JMXServiceURL url) throws IOException {
        JmxGuard.install();
        Set<Integer> before = OwnPorts.called();
        JmxCommands commands = new JmxCommands(JMXConnectorFactory.connect(url), true);
        // What goes over the JMX connection is no request of the service's
        OwnPorts.called().stream().filter(port -> !before.contains(port)).forEach(OwnPorts::add);
        return commands;
    }

    RuntimeMXBean runtime() throws IOException {
        return bean(ManagementFactory.RUNTIME_MXBEAN_NAME, RuntimeMXBean.class);
    }

    int processors() throws IOException {
        return bean(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class)
                .getAvailableProcessors();
    }

    /** Bytes that objects may still take; garbage counts as in use. */
    long freeHeap() throws IOException {
        if (memory == null) {
            memory = bean(ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
        }
        MemoryUsage heap = memory.getHeapMemoryUsage();
        return Math.max(0, Math.max(heap.getMax(), heap.getCommitted()) - heap.getUsed());
    }

    int threads() throws IOException {
        return bean(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class).getThreadCount();
    }

    private <T extends PlatformManagedObject> T bean(String name, Class<T> type) throws IOException {
        return ManagementFactory.newPlatformMXBeanProxy(connector.getMBeanServerConnection(), name, type);
    }

    @Override
    public <T> T run(String command, Reader<T> reader) throws IOException {
        String[] words = command.split(" ", 2);
        String[] arguments = words.length > 1 ? words[1].split(" ", -1) : new String[0];
        try {
            Object said = connector
                    .getMBeanServerConnection()
                    .invoke(new ObjectName(BEAN), operation(words[0]), new Object[] {arguments}, new String[] {
                        String[].class.getName()
                    });
            return reader.read(new BufferedReader(new StringReader(String.valueOf(said))));
        } catch (JMException | RuntimeException e) {
            throw new IOException(
                    "the JVM refuses \"" + command + "\" by JMX: " + Printable.inLine(String.valueOf(e.getMessage())),
                    e);
        }
    }

    /** {@code threadDumpToFile} of {@code Thread.dump_to_file}. */
    static String operation(String command) {
        String first = command.substring(0, command.indexOf('.'));
        return first.toLowerCase(Locale.ROOT)
                + WORD.matcher(command.substring(first.length()))
                        .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }

    @Override
    public Commands again() {
        return new JmxCommands(connector, false);
    }

    @Override
    public void close() {
        try {
            if (closes) {
                connector.close();
            }
        } catch (IOException e) {
            // it broke before
        }
    }
}
