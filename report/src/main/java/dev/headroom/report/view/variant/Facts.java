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

    private Facts() {}

    static List<Fact.Group> of(Run run) {
        List<Fact.Group> groups = new ArrayList<>();
        groups.add(new Fact.Group("Load", load(run)));
        run.result().ifPresent(result -> groups.add(new Fact.Group("Responses", responses(run, result))));
        run.result().ifPresent(result -> groups.add(new Fact.Group("Load generator", generator(run, result))));
        run.observation().filter(seen -> !seen.probe().sawNothing()).ifPresent(seen -> {
            groups.add(new Fact.Group("Processor", processor(run, seen)));
            groups.add(new Fact.Group("Memory", memory(seen)));
            groups.add(new Fact.Group("Host", host(seen.host())));
            groups.add(new Fact.Group("Probe", probe(seen)));
        });
        groups.add(new Fact.Group("Processor time by process", cpu(run)));
        groups.add(new Fact.Group("Service", service(run)));
        return groups.stream().filter(group -> !group.facts().isEmpty()).toList();
    }

    private static List<Fact> load(Run run) {
        List<Fact> facts = new ArrayList<>();
        if (run.load() instanceof Load.Tool tool) {
            facts.add(Fact.code("Script", Words.of(tool)));
        } else {
            facts.add(Fact.code("Request", run.variant().requestLine()));
            facts.addAll(users(run.variant().users()));
            facts.add(Fact.plain("Model", Words.of(run.load())));
            facts.add(Fact.plain("Transport", Words.of(run.load().transport())));
        }
        if (isRandom(run.load())) {
            facts.add(Fact.plain("Seed", Long.toString(run.load().seed())));
        }
        run.load()
                .warmUp()
                .ifPresent(warmUp -> facts.add(Fact.plain(
                        "Warm-up", warmUp.users() + " users for " + Format.time(warmUp.duration()) + ", not counted")));
        facts.add(Fact.plain("Started", Format.moment(run.startedAt())));
        return facts;
    }

    private static List<Fact> users(Users users) {
        List<Fact> facts = new ArrayList<>();
        if (!users.login().isEmpty()) {
            facts.add(Fact.plain(
                    "Login",
                    users.login().stream().map(RequestKind::line).collect(Collectors.joining(", then "))
                            + ", once for each user, not counted"));
        }
        if (!users.data().isEmpty()) {
            facts.add(Fact.plain(
                    "Values", users.data().stream().map(Facts::source).collect(Collectors.joining(", "))));
        }
        return facts;
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

    private static List<Fact> responses(Run run, LoadResult result) {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.plain("Requests", Format.count(result.requests())));
        facts.add(Fact.plain("Succeeded", Format.count(result.succeeded())));
        facts.add(Fact.plain(
                "Failed", result.tellsFailures() ? Format.count(result.failed()) : "not counted by anybody"));
        new TreeMap<>(result.errors())
                .forEach((kind, count) -> facts.add(Fact.plain(
                        "Error: " + Words.of(kind),
                        Format.count(count)
                                + (result.causes().containsKey(kind)
                                        ? ", the first: " + result.causes().get(kind)
                                        : ""))));
        new TreeMap<>(result.statuses())
                .forEach((status, count) -> facts.add(Fact.plain("Status " + status, Format.count(count))));
        if (result.unfinished() > 0) {
            facts.add(Fact.plain(
                    "In flight when the load was over",
                    Format.count(result.unfinished()) + ", which rank as at least so long as they had been in flight"));
        }
        facts.add(Fact.plain("First due to last response", Format.time(result.elapsed())));
        if (result.latency().count() > 0) {
            facts.add(Fact.plain(
                    "Mean of " + Format.count(result.latency().count()) + " successful",
                    Format.time(result.latency().mean()) + interval(run, result.latency())));
        }
        Latency latency = result.latency();
        for (Quantile quantile : Quantile.values()) {
            latency.at(quantile)
                    .ifPresent(time -> facts.add(Fact.plain(
                            quantile + " of " + Format.count(latency.ranked()) + " that " + Words.ranked(latency),
                            Format.time(time))));
        }
        return facts;
    }

    private static String interval(Run run, Latency latency) {
        if (run.diagnosis()
                .flatMap(found -> found.backlogGrowth().stream().boxed().findFirst())
                .isPresent()) {
            return ", and it grows with the backlog";
        }
        return latency.meanError().isZero() ? ", interval unknown" : " ± " + Format.time(latency.meanError());
    }

    private static List<Fact> generator(Run run, LoadResult result) {
        LoadResult.Generator generator = result.generator();
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.plain("Engine", generator.engine()));
        facts.add(Fact.plain("Processor time", Format.time(generator.cpu())));
        if (generator.tool().isPresent()) {
            facts.addAll(tool(generator.tool().get()));
            facts.add(wasTheLimit(run, generator));
            return facts;
        }
        facts.add(Fact.plain(
                "Sent late by",
                "mean " + Format.time(generator.lagMean()) + ", p99 " + Format.time(generator.lagP99()) + ", max "
                        + Format.time(generator.lagMax())));
        facts.add(Fact.plain("Read answers late by", "p99 " + Format.time(generator.readLagP99())));
        result.lateInP99()
                .ifPresent(late -> facts.add(Fact.plain(
                        "Its own part of p99",
                        Format.time(late) + " of "
                                + Format.time(result.latency().p99()))));
        generator
                .waits()
                .ifPresent(waits -> facts.add(Fact.plain(
                        "Waited for a connection",
                        Format.count(waits.requests()) + " requests, mean " + Format.time(waits.mean()) + ", max "
                                + Format.time(waits.max()))));
        facts.add(Fact.plain("Connections opened", Format.count(generator.connections())));
        if (generator.retries() > 0) {
            facts.add(Fact.plain(
                    "Sent a second time",
                    Format.count(generator.retries())
                            + ", since the service had closed the connection or refused the stream"));
        }
        if (generator.renewals() > 0) {
            facts.add(Fact.plain(
                    "Logged in again",
                    Format.count(generator.renewals()) + " times, since the service had answered 401"));
        }
        facts.add(wasTheLimit(run, generator));
        return facts;
    }

    /** As the verdict says, where there is one: on one machine a service that fills the processor makes the generator late. */
    private static Fact wasTheLimit(Run run, LoadResult.Generator generator) {
        boolean isVoid = generator.binding() && (run.diagnosis().isEmpty() || Tone.isVoid(run));
        return Fact.plain(
                "Was it the limit?",
                isVoid
                        ? "yes: this run is void"
                        : generator.binding() ? "no, though it was late or had no processor time left" : "no");
    }

    private static List<Fact> tool(LoadResult.Tool tool) {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.plain("Counted by", Words.of(tool.counted())));
        tool.seen()
                .ifPresent(seen -> facts.add(Fact.plain(
                        "Seen at the service",
                        Format.perSecond(seen.value()) + " (" + seen.source() + ")"
                                + (tool.told().isPresent()
                                        ? ", told by the tool: "
                                                + Format.perSecond(tool.told().getAsDouble())
                                        : ""))));
        tool.checks()
                .ifPresent(checks -> facts.add(Fact.plain(
                        "Checks of its script",
                        Format.count(checks.made())
                                + (checks.failed() == 0
                                        ? ", all held"
                                        : ", of which " + Format.count(checks.failed())
                                                + " failed: of which responses it does not tell"))));
        tool.dropped()
                .ifPresent(count -> facts.add(Fact.plain(
                        "Left out",
                        Format.count(count) + " iterations that were due"
                                + (tool.droppedShare() > 0 ? " (" + Numbers.percent(tool.droppedShare()) + ")" : ""))));
        return facts;
    }

    private static List<Fact> processor(Run run, Observation seen) {
        Observation.Processor processor = seen.processor();
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.plain("Cores that the service may run on", Format.count(processor.available())));
        facts.add(Fact.plain("Processors given to the JVM", Format.count(processor.configured())));
        facts.add(Fact.plain("Used by the service", Format.digits(processor.service()) + " cores"));
        run.cpuPerAnswer().ifPresent(time -> facts.add(Fact.plain("For each successful response", Format.time(time))));
        facts.add(Fact.plain("Used by all processes", Format.digits(processor.machine()) + " cores"));
        processor
                .steal()
                .ifPresent(steal -> facts.add(Fact.plain("Taken by the hypervisor", Format.digits(steal) + " cores")));
        processor
                .runQueueDelay()
                .ifPresent(delay -> facts.add(Fact.plain("Wait for a core, over time run", Format.share(delay))));
        processor
                .gcPauseShare()
                .ifPresent(paused -> facts.add(Fact.plain("In collection pauses", Format.share(paused))));
        return facts;
    }

    private static List<Fact> memory(Observation seen) {
        return seen.memory()
                .map(memory -> List.of(
                        Fact.plain("Held by the service", Format.bytes(memory.resident()) + " on average"),
                        Fact.plain("At most", Format.bytes(memory.residentMax()))))
                .orElse(List.of());
    }

    /** Only what holds back, or could. */
    private static List<Fact> host(Observation.Host host) {
        List<Fact> facts = new ArrayList<>();
        host.quota()
                .ifPresent(
                        cores -> facts.add(Fact.plain("Quota of the control group", Format.digits(cores) + " cores")));
        share(facts, "Not allowed to run, at most", host.throttledShare());
        share(facts, "File descriptors in use", host.descriptors());
        share(facts, "Some thread waits for a disk", host.diskWait());
        share(facts, "Threads wait for memory", host.allocationStall());
        if (host.deadlocked() > 0) {
            facts.add(Fact.plain("Deadlocked threads", Format.count(host.deadlocked())));
        }
        return facts;
    }

    private static void share(List<Fact> facts, String name, OptionalDouble share) {
        share.stream().filter(some -> some > 0).forEach(some -> facts.add(Fact.plain(name, Format.share(some))));
    }

    private static List<Fact> probe(Observation seen) {
        Observation.ProbeCost probe = seen.probe();
        return List.of(
                Fact.plain("Mode", probe.mode()),
                Fact.plain(
                        "Samples",
                        Format.count(probe.samples()) + ", one every " + Format.time(probe.interval()) + " on average"),
                Fact.plain(
                        "Window",
                        Format.time(seen.window().length()) + " from "
                                + Format.moment(seen.window().start())),
                Fact.plain(
                        "Cost",
                        Format.time(probe.cpu()) + " of processor time, " + Format.share(probe.share()) + " of it"));
    }

    private static List<Fact> cpu(Run run) {
        return run.cpuSecondsByProcess().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(entry -> Fact.plain(entry.getKey(), Format.seconds(entry.getValue())))
                .toList();
    }

    private static List<Fact> service(Run run) {
        List<Fact> facts = new ArrayList<>();
        new TreeMap<>(run.settings()).forEach((key, value) -> facts.add(Fact.code(key, value)));
        run.observation()
                .filter(seen -> !seen.probe().sawNothing())
                .map(Observation::jvm)
                .ifPresent(jvm -> {
                    facts.add(Fact.plain("JVM", jvm.vendor() + " " + jvm.version() + ", process " + jvm.pid()));
                    if (!jvm.arguments().isEmpty()) {
                        facts.add(Fact.code("JVM arguments", String.join(" ", jvm.arguments())));
                    }
                });
        if (!run.commandLine().isEmpty()) {
            facts.add(Fact.code("Command line", String.join(" ", run.commandLine())));
        }
        return facts;
    }

    public static List<Fact> environment(Run.Environment environment) {
        return List.of(
                Fact.plain("Headroom", environment.headroom()),
                Fact.plain("Operating system", environment.os()),
                Fact.plain("Processor", environment.processor()),
                Fact.plain("Cores", Format.count(environment.cores())),
                Fact.plain("Memory", Format.bytes(environment.memoryBytes())),
                Fact.plain("Java", environment.java()));
    }
}
