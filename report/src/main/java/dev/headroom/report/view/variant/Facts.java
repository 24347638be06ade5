package dev.headroom.report.view.variant;

import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.DataSource;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Users;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Latency.Quantile;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.text.Numbers;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The conditions of a run: all that one must know to repeat it, or to doubt it. */
public final class Facts {

    private final List<Fact.Group> groups = new ArrayList<>();

    private Facts() {}

    private Facts group(String title) {
        groups.add(new Fact.Group(title, new ArrayList<>()));
        return this;
    }

    private Facts add(String name, String value) {
        groups.getLast().facts().add(new Fact(name, value, false));
        return this;
    }

    private void code(String name, String value) {
        groups.getLast().facts().add(new Fact(name, value, true));
    }

    static List<Fact.Group> of(Run run) {
        Facts all = new Facts();
        all.group("Load").load(run);
        run.result().ifPresent(result -> {
            all.group("Responses").responses(run, result);
            all.group("Load generator").generator(run, result);
        });
        run.observation().filter(seen -> !seen.probe().sawNothing()).ifPresent(seen -> {
            all.group("Processor").processor(run, seen);
            all.group("Memory").memory(seen);
            all.group("Host").host(seen.host());
            all.group("Probe").probe(seen);
        });
        all.group("Processor time by process").cpu(run);
        all.group("Service").service(run);
        return all.groups.stream().filter(group -> !group.facts().isEmpty()).toList();
    }

    private void load(Run run) {
        if (run.load() instanceof Load.Tool tool) {
            code("Script", Words.of(tool));
        } else {
            code("Request", run.variant().requestLine());
            users(run.variant().users());
            add("Model", Words.of(run.load()));
            add("Transport", Words.of(run.load().transport()));
        }
        if (isRandom(run.load())) {
            add("Seed", Long.toString(run.load().seed()));
        }
        run.load()
                .warmUp()
                .ifPresent(warmUp -> add(
                        "Warm-up", warmUp.users() + " users for " + Format.time(warmUp.duration()) + ", not counted"));
        add("Started", Format.moment(run.startedAt()));
    }

    private void users(Users users) {
        if (!users.login().isEmpty()) {
            add(
                    "Login",
                    users.login().stream().map(RequestKind::line).collect(Collectors.joining(", then "))
                            + ", once for each user, not counted");
        }
        if (!users.data().isEmpty()) {
            add("Values", users.data().stream().map(Facts::source).collect(Collectors.joining(", ")));
        }
    }

    private static String source(DataSource source) {
        String from = source.csv().isEmpty()
                ? source.first().orElseThrow() + ".."
                        + (source.last().isPresent() ? source.last().getAsLong() : "")
                : String.valueOf(Path.of(source.csv()).getFileName());
        return source.name() + " from " + from
                + (source.order() == DataSource.Order.RANDOM ? " at random" : " in turn");
    }

    private static boolean isRandom(Load load) {
        return switch (load) {
            case Load.Open open -> open.arrivals() == Arrivals.POISSON;
            case Load.Closed closed -> !(closed.think() instanceof ThinkTime.Fixed);
            case Load.Tool tool -> false;
        };
    }

    private void responses(Run run, LoadResult result) {
        add("Requests", Format.count(result.requests()));
        add("Succeeded", Format.count(result.succeeded()));
        add("Failed", result.tellsFailures() ? Format.count(result.failed()) : "not counted by anybody");
        new TreeMap<>(result.errors())
                .forEach((kind, count) -> add(
                        "Error: " + Words.of(kind),
                        Format.count(count)
                                + (result.causes().containsKey(kind)
                                        ? ", the first: " + result.causes().get(kind)
                                        : "")));
        new TreeMap<>(result.statuses()).forEach((status, count) -> add("Status " + status, Format.count(count)));
        if (result.unfinished() > 0) {
            add(
                    "In flight when the load was over",
                    Format.count(result.unfinished()) + ", which rank as at least so long as they had been in flight");
        }
        add("First due to last response", Format.time(result.elapsed()));
        if (result.latency().count() > 0) {
            add(
                    "Mean of " + Format.count(result.latency().count()) + " successful",
                    Format.time(result.latency().mean()) + interval(run, result.latency()));
        }
        Latency latency = result.latency();
        for (Quantile quantile : Quantile.values()) {
            latency.at(quantile)
                    .ifPresent(time -> add(
                            quantile + " of " + Format.count(latency.ranked()) + " that " + Words.ranked(latency),
                            Format.time(time)));
        }
    }

    private static String interval(Run run, Latency latency) {
        if (run.diagnosis()
                .flatMap(found -> found.backlogGrowth().stream().boxed().findFirst())
                .isPresent()) {
            return ", and it grows with the backlog";
        }
        return latency.meanError().isZero() ? ", interval unknown" : " ± " + Format.time(latency.meanError());
    }

    private void generator(Run run, LoadResult result) {
        LoadResult.Generator generator = result.generator();
        add("Engine", generator.engine());
        add("Processor time", Format.time(generator.cpu()));
        generator.tool().ifPresentOrElse(this::tool, () -> own(generator, result));
        // as the verdict says, where there is one: on one machine a service that fills the processor makes the
        // generator late
        boolean isVoid = generator.binding() && (run.diagnosis().isEmpty() || Tone.isVoid(run));
        add(
                "Was it the limit?",
                isVoid
                        ? "yes: this run is void"
                        : generator.binding() ? "no, though it was late or had no processor time left" : "no");
    }

    private void own(LoadResult.Generator generator, LoadResult result) {
        add(
                "Sent late by",
                "mean " + Format.time(generator.lagMean()) + ", p99 " + Format.time(generator.lagP99()) + ", max "
                        + Format.time(generator.lagMax()));
        add("Read answers late by", "p99 " + Format.time(generator.readLagP99()));
        result.lateInP99()
                .ifPresent(late -> add(
                        "Its own part of p99",
                        Format.time(late) + " of "
                                + Format.time(result.latency().p99())));
        generator
                .waits()
                .ifPresent(waits -> add(
                        "Waited for a connection",
                        Format.count(waits.requests()) + " requests, mean " + Format.time(waits.mean()) + ", max "
                                + Format.time(waits.max())));
        add("Connections opened", Format.count(generator.connections()));
        if (generator.retries() > 0) {
            add(
                    "Sent a second time",
                    Format.count(generator.retries())
                            + ", since the service had closed the connection or refused the stream");
        }
        if (generator.renewals() > 0) {
            add("Logged in again", Format.count(generator.renewals()) + " times, since the service had answered 401");
        }
    }

    private void tool(LoadResult.Tool tool) {
        add("Counted by", Words.of(tool.counted()));
        tool.seen()
                .ifPresent(seen -> add(
                        "Seen at the service",
                        Format.perSecond(seen.value()) + " (" + seen.source() + ")"
                                + (tool.told().isPresent()
                                        ? ", told by the tool: "
                                                + Format.perSecond(tool.told().getAsDouble())
                                        : "")));
        tool.checks()
                .ifPresent(checks -> add(
                        "Checks of its script",
                        Format.count(checks.made())
                                + (checks.failed() == 0
                                        ? ", all held"
                                        : ", of which " + Format.count(checks.failed())
                                                + " failed: of which responses it does not tell")));
        tool.dropped()
                .ifPresent(count -> add(
                        "Left out",
                        Format.count(count) + " iterations that were due"
                                + (tool.droppedShare() > 0 ? " (" + Numbers.percent(tool.droppedShare()) + ")" : "")));
    }

    private void processor(Run run, Observation seen) {
        Observation.Processor processor = seen.processor();
        add("Cores that the service may run on", Format.count(processor.available()));
        add("Processors given to the JVM", Format.count(processor.configured()));
        add("Used by the service", Format.digits(processor.service()) + " cores");
        run.cpuPerAnswer().ifPresent(time -> add("For each successful response", Format.time(time)));
        add("Used by all processes", Format.digits(processor.machine()) + " cores");
        processor.steal().ifPresent(steal -> add("Taken by the hypervisor", Format.digits(steal) + " cores"));
        processor.runQueueDelay().ifPresent(delay -> add("Wait for a core, over time run", Format.share(delay)));
        processor.gcPauseShare().ifPresent(paused -> add("In collection pauses", Format.share(paused)));
    }

    private void memory(Observation seen) {
        seen.memory()
                .ifPresent(memory -> add("Held by the service", Format.bytes(memory.resident()) + " on average")
                        .add("At most", Format.bytes(memory.residentMax())));
    }

    /** Only what holds back, or could. */
    private void host(Observation.Host host) {
        host.quota().ifPresent(cores -> add("Quota of the control group", Format.digits(cores) + " cores"));
        share("Not allowed to run, at most", host.throttledShare());
        share("File descriptors in use", host.descriptors());
        share("Some thread waits for a disk", host.diskWait());
        share("Threads wait for memory", host.allocationStall());
        if (host.deadlocked() > 0) {
            add("Deadlocked threads", Format.count(host.deadlocked()));
        }
    }

    private void share(String name, OptionalDouble share) {
        share.stream().filter(some -> some > 0).forEach(some -> add(name, Format.share(some)));
    }

    private void probe(Observation seen) {
        Observation.ProbeCost probe = seen.probe();
        String every = Format.time(probe.interval());
        String from = Format.moment(seen.window().start());
        add("Mode", probe.mode());
        add("Samples", Format.count(probe.samples()) + ", one every " + every + " on average");
        add("Window", Format.time(seen.window().length()) + " from " + from);
        add("Cost", Format.time(probe.cpu()) + " of processor time, " + Format.share(probe.share()) + " of it");
    }

    private void cpu(Run run) {
        run.cpuSecondsByProcess().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(entry -> add(entry.getKey(), Format.seconds(entry.getValue())));
    }

    private void service(Run run) {
        new TreeMap<>(run.settings()).forEach(this::code);
        run.observation()
                .filter(seen -> !seen.probe().sawNothing())
                .map(Observation::jvm)
                .ifPresent(jvm -> {
                    add("JVM", jvm.vendor() + " " + jvm.version() + ", process " + jvm.pid());
                    if (!jvm.arguments().isEmpty()) {
                        code("JVM arguments", String.join(" ", jvm.arguments()));
                    }
                });
        if (!run.commandLine().isEmpty()) {
            code("Command line", String.join(" ", run.commandLine()));
        }
    }

    public static List<Fact> environment(Run.Environment environment) {
        return new Facts()
                .group("")
                .add("Headroom", environment.headroom())
                .add("Operating system", environment.os())
                .add("Processor", environment.processor())
                .add("Cores", Format.count(environment.cores()))
                .add("Memory", Format.bytes(environment.memoryBytes()))
                .add("Java", environment.java())
                .groups
                .getFirst()
                .facts();
    }
}
