package dev.headroom.lab;

import dev.headroom.core.diagnosis.AskedCallee;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.text.Numbers;
import dev.headroom.core.text.Printable;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress.Phase;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.os.sockets.Listening;
import dev.headroom.probe.os.sockets.Targets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Watches the JVM that a service calls and waits for, where it was started for this run, by Headroom or by the service: what binds there is the limit, and who is not bound shows that the limit is on this
 * side. After all that is measured; the load is put once more for that.
 */
final class AskCallee {

    private static final Duration WATCHED = Duration.ofSeconds(8);

    /** Until a load has settled, in its own response times. */
    private static final double SETTLED = 3;

    private static final Duration SHORTEST_SETTLING = Duration.ofSeconds(1);
    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(10);

    private static final Duration ENOUGH = Duration.ofMinutes(1);

    private final Loading loading;
    private final Load load;
    private final Way by;
    private final LabListener listener;

    /**
     * @param load as it was put
     * @param by how the service is watched
     */
    AskCallee(Loading loading, Load load, Way by, LabListener listener) {
        this.loading = loading;
        this.load = load;
        this.by = by;
        this.listener = listener;
    }

    /**
     * As it was found where there is nobody to be asked, or who is asked says nothing.
     *
     * @param service that is watched
     */
    Diagnosis ask(Diagnosis found, Measurement measured, ProcessHandle service) throws InterruptedException {
        Optional<String> target =
                AskedCallee.target(found, measured.observation()).filter(Targets::isLoopback);
        Optional<RunningJvm> callee = target.flatMap(its -> jvm(its, service));
        if (callee.isEmpty() || load instanceof Load.Tool) {
            return found;
        }
        String name = Printable.name(callee.get().name());
        try {
            Inspection there = watch(callee.get(), measured.workload());
            return AskedCallee.with(found, target.get(), name, there.found());
        } catch (ProbeException | ServiceException e) {
            return AskedCallee.unasked(found, name, String.valueOf(e.getMessage()));
        }
    }

    /** None that somebody else has started, and not the service itself. */
    private static Optional<RunningJvm> jvm(String target, ProcessHandle service) {
        return Listening.on(Targets.port(target)).stream()
                .flatMap(listener -> listener.pid().stream().boxed())
                .filter(pid -> pid != service.pid())
                .filter(pid -> Stream.concat(ProcessHandle.current().descendants(), service.descendants())
                        .anyMatch(ours -> ours.pid() == pid))
                .flatMap(pid -> RunningJvms.of(pid).stream())
                .findFirst();
    }

    private Inspection watch(RunningJvm jvm, Workload workload)
            throws InterruptedException, ProbeException, ServiceException {
        Duration settled = Times.ofSeconds(Math.clamp(
                SETTLED * workload.response(), Times.seconds(SHORTEST_SETTLING), Times.seconds(LONGEST_SETTLING)));
        Way way = by.isOpen(jvm.access()) ? by : Way.DUMP;
        if (!way.isOpen(jvm.access())) {
            throw new ProbeException(jvm.why().isEmpty() ? "it cannot be attached to" : jvm.why());
        }
        listener.on(new LabEvent.Waiting(Printable.name(jvm.name())
                + ", which is called, is watched under the same load for " + Numbers.time(Times.seconds(WATCHED))));
        try (Probe probe = way.open(jvm.process());
                RunningLoad running = loading.start(lasting())) {
            probe.start();
            loading.pause(running, settled, Phase.LOAD);
            return new Inspector(jvm.name(), jvm.process(), probe).watch(WATCHED, left -> {});
        }
    }

    /** The same until it is closed. */
    private Load lasting() {
        return switch (load) {
            case Load.Open open ->
                new Load.Open(open.rate(), ENOUGH, open.transport(), Optional.empty())
                        .arriving(open.arrivals(), open.seed())
                        .connected(open.connections());
            case Load.Closed closed ->
                closed.aborted(Optional.empty())
                        .with(closed.users(), Duration.ZERO, new Until.Elapsed(ENOUGH))
                        .withoutWarmUp();
            case Load.Tool tool -> tool;
        };
    }
}
