package dev.headroom.lab;

import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Mix;
import dev.headroom.lab.experiment.Mixes;
import dev.headroom.lab.service.Children;
import dev.headroom.lab.service.Launch;
import dev.headroom.lab.service.Launches;
import dev.headroom.lab.service.LiveService;
import dev.headroom.lab.service.Ports;
import dev.headroom.lab.service.RunningService;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.lab.service.ServiceProcess;
import dev.headroom.lab.watch.ProbeSession;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The services of a variant, each in processes of its own but for those that run already.
 *
 * @param watched the one that takes the load
 * @param jvm of that one; empty where it cannot be watched
 * @param unseen why it cannot; empty where it can
 * @param settings of that one
 * @param command by which it was started; none where it ran before
 * @param address at which it listens
 */
record Stage(
        LiveService watched,
        Optional<ProcessHandle> jvm,
        String unseen,
        Map<String, String> settings,
        List<String> command,
        URI address) {

    /** Starts them in the order of the file, each when the one before is ready. */
    static Stage start(VariantRun.Plan plan, Children children, ProbeSession watch, LabListener listener)
            throws ServiceException, InterruptedException, IOException {
        String watchedName = plan.experiment().watch();
        Launches launches = new Launches(
                plan.experiment(), plan.variant(), choosePorts(plan.experiment().services()));
        List<Launch> all = launches.in(plan.folder(), service -> {
            List<String> arguments = new ArrayList<>(watch.leash());
            if (service.name().equals(watchedName)) {
                arguments.addAll(watch.jvmArguments());
            }
            return arguments;
        });
        Optional<RunningService> guest = join(plan, children, listener);
        for (Launch launch : all) {
            listener.on(new LabEvent.ServiceStarting());
            long start = System.nanoTime();
            children.awaitReady(children.start(launch));
            listener.on(new LabEvent.ServiceReady(launch.name(), Duration.ofNanos(System.nanoTime() - start)));
        }
        if (guest.isPresent()) {
            RunningService there = guest.get();
            Optional<ProcessHandle> jvm = there.jvm().flatMap(found -> ProcessHandle.of(found.pid()));
            return new Stage(there, jvm, there.unseen(), Map.of(), List.of(), there.address());
        }
        ServiceProcess watched = children.running().stream()
                .filter(process -> process.name().equals(watchedName))
                .findFirst()
                .orElseThrow();
        return new Stage(
                watched,
                Optional.of(watched.jvm()),
                "",
                launches.settings(),
                watched.launch().command(),
                watched.launch().address().orElseThrow());
    }

    /** Finds those that run already, before anything is started. */
    private static Optional<RunningService> join(VariantRun.Plan plan, Children children, LabListener listener)
            throws ServiceException, InterruptedException {
        Optional<RunningService> watched = Optional.empty();
        for (Service service : plan.experiment().services()) {
            if (service.runsAlready()) {
                RunningService found = RunningService.find(service);
                children.join(found);
                boolean isWatched = service.name().equals(plan.experiment().watch());
                listener.on(new LabEvent.ServiceFound(service.name(), isWatched ? found.words() : ""));
                if (isWatched) {
                    found.jvm()
                            .flatMap(jvm -> plan.guest().by().warning(jvm.process()))
                            .ifPresent(words -> listener.on(new LabEvent.Noted(words)));
                }
                watched = isWatched ? Optional.of(found) : watched;
            }
        }
        return watched;
    }

    private static Map<String, Integer> choosePorts(List<Service> services) throws IOException {
        Map<String, Integer> ports = new HashMap<>();
        for (Service service : services) {
            if (service.address().isPresent()) {
                int port = service.address().get().port();
                ports.put(service.name(), port == 0 ? Ports.free() : port);
            }
        }
        return ports;
    }

    /**
     * What the load asks of it.
     *
     * @throws ServiceException where a file with values cannot be read
     */
    Mix mix(Variant variant) throws ServiceException {
        try {
            return Mixes.of(variant, address);
        } catch (IOException e) {
            throw new ServiceException(String.valueOf(e.getMessage()), e);
        }
    }
}
