package dev.headroom.probe.jmx;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.time.Instant;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.FlightRecorderMXBean;

/** The beans of the watched JVM, over one connection. */
public final class Target implements AutoCloseable {

    private final JMXConnector connector;
    private final MBeanServerConnection connection;
    final RuntimeMXBean runtime;
    final ThreadMXBean threads;
    final OperatingSystemMXBean system;

    private Target(JMXConnector connector) throws IOException {
        this.connector = connector;
        connection = connector.getMBeanServerConnection();
        runtime = proxy(ManagementFactory.RUNTIME_MXBEAN_NAME, RuntimeMXBean.class);
        threads = proxy(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
        system = proxy(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class);
    }

    @SuppressWarnings("BanJNDI") // the URL is the user's own, or comes from the JVM that was just attached to
    public static Target connect(JMXServiceURL url) throws IOException {
        JMXConnector connector = JMXConnectorFactory.connect(url);
        try {
            return new Target(connector);
        } catch (IOException | RuntimeException e) {
            connector.close();
            throw e;
        }
    }

    public RuntimeMXBean runtime() {
        return runtime;
    }

    int processors() {
        return system.getAvailableProcessors();
    }

    HotSpotDiagnosticMXBean diagnostics() throws IOException {
        return proxy("com.sun.management:type=HotSpotDiagnostic", HotSpotDiagnosticMXBean.class);
    }

    FlightRecorderMXBean flightRecorder() throws IOException {
        return proxy(FlightRecorderMXBean.MXBEAN_NAME, FlightRecorderMXBean.class);
    }

    /**
     * Whether the JVM runs on this machine: a process of its id started when it says that it did. The number alone would
     * not do, another machine has the same ones.
     */
    public boolean isLocal() {
        Instant started = Instant.ofEpochMilli(runtime.getStartTime());
        return ProcessHandle.of(runtime.getPid())
                .flatMap(process -> process.info().startInstant())
                .map(start -> Duration.between(start, started).abs().compareTo(Duration.ofSeconds(10)) < 0)
                .orElse(false);
    }

    private <T extends PlatformManagedObject> T proxy(String name, Class<T> type) throws IOException {
        return ManagementFactory.newPlatformMXBeanProxy(connection, name, type);
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
