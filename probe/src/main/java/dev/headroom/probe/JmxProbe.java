package dev.headroom.probe;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Jvm;
import dev.headroom.probe.jmx.JmxSampler;
import dev.headroom.probe.jmx.Target;
import dev.headroom.probe.os.Ours;
import dev.headroom.probe.os.Requests;
import dev.headroom.probe.watch.Watch;
import java.io.IOException;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.management.remote.JMXServiceURL;

/**
 * Watches a JVM by JMX, where no agent may be loaded. Pools are told apart by their threads; bounds are estimated, queues
 * and completed tasks are not seen. Attaching starts the JVM's own local management agent, which it keeps afterwards.
 */
public final class JmxProbe implements Probe {

    private static final double BUDGET = 0.01;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Target target;
    private final Watch watch;
    private final JmxSampler sampler;
    private final Thread thread;

    private JmxProbe(Target target) {
        this.target = target;
        RuntimeMXBean runtime = target.runtime();
        boolean local = target.isLocal();
        watch = new Watch(
                mode(),
                new Jvm(
                        runtime.getPid(),
                        runtime.getSystemProperties().getOrDefault("java.version", "unknown"),
                        runtime.getVmVendor(),
                        List.of()),
                local,
                this::recordReads);
        watch.note(
                "watched by JMX: pools are told by the names and stacks of their threads, their bounds are estimated, "
                        + "queues, completed tasks and workers that hang are not seen");
        sampler = new JmxSampler(target, watch, BUDGET * Runtime.getRuntime().availableProcessors(), local);
        thread = Thread.ofPlatform().daemon().name("headroom-jmx").unstarted(sampler);
    }

    /** Watches the running JVM {@code pid} of the same user. */
    public static JmxProbe attach(long pid) throws ProbeException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return connect(machine.startLocalManagementAgent());
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            throw new ProbeException(
                    "cannot attach to process " + pid + ": " + e.getMessage()
                            + ". It has to be a JVM of the same user, not started with -XX:+DisableAttachMechanism",
                    e);
        }
    }

    /** Watches the JVM behind a JMX service URL, e.g. {@code service:jmx:rmi:///jndi/rmi://127.0.0.1:9010/jmxrmi}. */
    public static JmxProbe connect(String url) throws ProbeException {
        try {
            Set<Integer> before = Ours.called();
            Target target = Target.connect(new JMXServiceURL(url));
            // What goes over the JMX connection is no request of the service's
            Ours.called().stream().filter(port -> !before.contains(port)).forEach(Ours::add);
            return new JmxProbe(target);
        } catch (IOException e) {
            throw new ProbeException("no JMX at " + url + ": " + e.getMessage(), e);
        }
    }

    private void recordReads(boolean on) {
        sampler.recordReads(on);
    }

    @Override
    public String mode() {
        return "jmx";
    }

    @Override
    public void start() throws ProbeException, InterruptedException {
        thread.start();
        if (!watch.awaitFirst(TIMEOUT)) {
            throw new ProbeException("the JVM gave no thread dump by JMX in " + TIMEOUT.toSeconds() + " s");
        }
    }

    @Override
    public Optional<Observation.Sample> latest() {
        return watch.latest();
    }

    @Override
    public Observation observe(Instant zero, Observation.Window window) throws ProbeException {
        watch.awaitFlight(window);
        return watch.observation(zero, window);
    }

    @Override
    public Optional<Requests> requests(Observation.Window window) {
        return watch.requests(window);
    }

    @Override
    public void forget(Instant before) {
        watch.forget(before);
    }

    @Override
    public void close() {
        sampler.stop();
        LockSupport.unpark(thread);
        try {
            if (thread.isAlive()) {
                thread.join(TIMEOUT);
            }
            target.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            watch.note("the JMX connection broke before it was closed: " + e.getMessage());
        }
        watch.close();
    }
}
