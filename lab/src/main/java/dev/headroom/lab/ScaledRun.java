package dev.headroom.lab;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.experiment.SharedScript;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.scale.Lasting;
import dev.headroom.lab.scale.Merged;
import dev.headroom.lab.service.Children;
import dev.headroom.lab.service.Launches;
import dev.headroom.lab.service.OwnJars;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.lab.store.PrivateFiles;
import dev.headroom.lab.store.Redaction;
import dev.headroom.lab.store.ResultsFolder;
import dev.headroom.lab.store.ShardsFile;
import dev.headroom.lab.watch.ProbeSession;
import dev.headroom.lab.watch.ProbeSessions;
import dev.headroom.load.generator.GeneratorLimit;
import dev.headroom.load.k6.K6Program;
import dev.headroom.load.k6.K6Script;
import dev.headroom.load.k6.K6Source;
import dev.headroom.load.k6.MergedLoad.Facts;
import dev.headroom.load.k6.Shards;
import dev.headroom.load.process.TimeAllowed;
import dev.headroom.probe.ProbeException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Puts the load of one variant by several k6 on this machine: its services are started, nobody watches them, and what the parts bring is added. */
public final class ScaledRun {

    /** Where the user wrote one. */
    private static final K6Script NONE = new K6Script("", Map.of(), Map.of(), List.of(), 0);

    /** Folder of what the parts leave: in that above it the service may write files of the same kinds, and the script's values are there. */
    private static final String PARTS = "parts";

    private static final Duration READY_WITHIN = Duration.ofSeconds(120);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration TOLD_EVERY = Duration.ofSeconds(10);

    /**
     * @param folder of what the parts have left
     * @param notes what k6 does otherwise than Headroom
     */
    public record Done(Path folder, List<String> notes, Merged merged) {
        public Done {
            notes = List.copyOf(notes);
        }
    }

    private final String program;
    private final ProbeSessions watching;
    private final Consumer<String> progress;

    /**
     * @param program k6
     * @param progress is told what goes on, one line each
     */
    public ScaledRun(String program, ProbeSessions watching, Consumer<String> progress) {
        this.program = program;
        this.watching = watching;
        this.progress = progress;
    }

    /**
     * @param out folder of results
     * @throws LabException where services or generators do not start, with what to do
     */
    public Done run(Experiment experiment, Variant variant, int count, Path out)
            throws IOException, InterruptedException, LabException {
        String engine = "k6 " + K6Program.version(program) + ", " + count + (count == 1 ? " shard" : " shards");
        Optional<String> missing = new Launches(experiment, variant, Map.of()).missingJdk();
        if (missing.isPresent()) {
            throw new LabException(missing.get());
        }
        Redaction redaction = new Redaction(experiment, false);
        Path results = ResultsFolder.create(out, experiment.name() + "-shards", LocalDateTime.now(), progress)
                .path();
        Path folder = new ResultsFolder(results).start(variant.name());
        Load load = experiment.loadOf(variant);
        try (OwnJars jars = OwnJars.of(experiment, results.resolve(".jars"));
                ProbeSession leash = watching.watch(Way.DUMP);
                Children children = new Children(jars)) {
            VariantRun.Plan plan = new VariantRun.Plan(
                    experiment, variant, load, false, Effort.NONE, Way.DUMP, folder, jars, redaction, Guest.UNTOUCHED);
            Stage stage = Stage.start(plan, children, leash, event -> {});
            progress.accept("The services are ready.");
            K6Script script = load instanceof Load.Tool ? NONE : write(stage.mix(variant), load, folder);
            K6Source source = source(load, script, folder);
            ShardsFile about = new ShardsFile(
                    experiment.name(),
                    variant.name(),
                    new Facts(
                            engine,
                            count,
                            script.iterations(),
                            Lasting.of(load),
                            !(load instanceof Load.Tool),
                            thresholds(load, stage.address())),
                    variant.expected());
            Path parts = PrivateFiles.directories(folder.resolve(PARTS));
            about.brokenOff().write(parts); // whatever keeps the load from its end, a merge is told of it
            put(source, load, stage.address(), children, parts, about).write(parts);
            return new Done(parts, script.notes(), Merged.of(List.of(parts), OptionalInt.empty(), Optional.empty()));
        } catch (ServiceException | ProbeException e) {
            throw new LabException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Of a load of ours the one that was written of it, else that of the user. */
    private static K6Source source(Load load, K6Script script, Path folder) {
        return load instanceof Load.Tool tool
                ? K6Source.of(tool, k6(tool))
                : new K6Source(K6Script.NAME, folder, "", script.environment());
    }

    private static Program.K6 k6(Load.Tool tool) {
        if (tool.program() instanceof Program.K6 k6) {
            return k6;
        }
        throw new IllegalArgumentException(
                "several k6 share a load of Headroom's or a script of k6 out, and this is one of "
                        + tool.program().tool());
    }

    /** What a user wrote; a script that is written of a load of ours has none. */
    private Map<String, List<String>> thresholds(Load load, URI address) throws IOException, InterruptedException {
        return load instanceof Load.Tool tool
                ? K6Program.thresholds(program, Path.of(k6(tool).script()), address.toString())
                : Map.of();
    }

    /** Writes the script of a load, and the files that it opens. */
    public static K6Script write(Mix mix, Load load, Path folder) throws IOException {
        K6Script script = SharedScript.of(mix, load);
        Files.writeString(PrivateFiles.file(folder.resolve(K6Script.NAME)), script.text());
        for (Map.Entry<String, String> file : script.files().entrySet()) {
            Files.writeString(PrivateFiles.file(folder.resolve(file.getKey())), file.getValue());
        }
        return script;
    }

    private ShardsFile put(K6Source source, Load load, URI address, Children children, Path folder, ShardsFile about)
            throws IOException, InterruptedException, ServiceException {
        int count = about.facts().shards();
        try (Shards shards = Shards.start(program, source, folder, address, count)) {
            Clock starting = new Clock();
            shards.awaitReady(
                    READY_WITHIN,
                    ready -> starting.tell(after -> ready + " of " + count + " k6 are ready after " + after + "."));
            Duration skew = shards.begin();
            progress.accept(count + " k6 have begun, within " + skew.toMillis() + " ms.");
            TimeAllowed allowed =
                    new TimeAllowed("the load", length(load), load.transport().timeout());
            Clock loading = new Clock();
            Use use = new Use(
                    shards::beginAgain,
                    time -> {
                        shards.look();
                        return new Used(shards.busiest(), shards.cpu(), time);
                    },
                    warmUp(load),
                    about.facts().length());
            while (shards.run()) {
                use.look(loading.since());
                children.checkAlive("during the load");
                Optional<String> over = allowed.over(loading.since());
                if (over.isPresent()) {
                    throw new ServiceException(over.get());
                }
                loading.tell(after -> after
                        + allowed.asked().map(whole -> " of " + seconds(whole)).orElse("") + " are over.");
                Thread.sleep(LOOK_EVERY);
            }
            List<String> troubles = new ArrayList<>(shards.troubles());
            Used used = use.at(loading.since());
            tooBusy(used.busiest(), used.cpu(), used.time()).ifPresent(troubles::add);
            return about.after(used.cpu(), skew, troubles);
        }
    }

    /**
     * What the generators used of the processor.
     *
     * @param busiest seconds of the busiest of their threads
     * @param time in which they used it
     */
    record Used(double busiest, Duration cpu, Duration time) {}

    /** What they use from the end of a warm-up until the load is over: neither before it nor while the last answers come are they as busy. */
    static final class Use {
        private final Runnable beginAgain;
        private final Function<Duration, Used> seen;
        private final Duration warmUp;
        private final Optional<Duration> end;
        private Duration from = Duration.ZERO;
        private Optional<Used> used = Optional.empty();

        /**
         * @param beginAgain has it count anew
         * @param seen what was used since, in that time
         * @param length of the load; zero where nobody knows
         */
        Use(Runnable beginAgain, Function<Duration, Used> seen, Duration warmUp, Duration length) {
            this.beginAgain = beginAgain;
            this.seen = seen;
            this.warmUp = warmUp;
            this.end = Optional.of(length).filter(Duration::isPositive).map(warmUp::plus);
        }

        void look(Duration now) {
            if (from.compareTo(warmUp) < 0 && now.compareTo(warmUp) >= 0) {
                from = now;
                beginAgain.run();
            }
            if (used.isEmpty() && end.filter(over -> now.compareTo(over) >= 0).isPresent()) {
                used = Optional.of(at(now));
            }
        }

        Used at(Duration now) {
            return used.orElseGet(() -> seen.apply(now.minus(from)));
        }
    }

    /**
     * Why the generators were the limit; what they dropped is told by their files.
     *
     * @param busiest processor seconds of the busiest of their threads
     * @param cpu of all of them
     */
    static Optional<String> tooBusy(double busiest, Duration cpu, Duration time) {
        double seconds = Math.max(1e-3, Times.seconds(time));
        double cores = Times.seconds(cpu) / seconds;
        return GeneratorLimit.bindsTool(0, busiest / seconds, cores)
                ? Optional.of("the load generators had no processor time left (" + Numbers.of(cores)
                        + " cores in all, and of one of their threads or of the machine over 90 %): use another machine for"
                        + " them, or several")
                : Optional.empty();
    }

    private static Optional<Duration> length(Load load) {
        return load.length().map(warmUp(load)::plus);
    }

    private static Duration warmUp(Load load) {
        return load.warmUp().map(Load.WarmUp::duration).orElse(Duration.ZERO);
    }

    private static String seconds(Duration time) {
        return time.toSeconds() + " s";
    }

    /** Tells how far something has come, every ten seconds. */
    private final class Clock {
        private final long began = System.nanoTime();
        private Duration next = TOLD_EVERY;

        Duration since() {
            return Duration.ofNanos(System.nanoTime() - began);
        }

        /** @param line of the time that it has taken so far */
        void tell(UnaryOperator<String> line) {
            if (since().compareTo(next) >= 0) {
                progress.accept(line.apply(seconds(next)));
                next = next.plus(TOLD_EVERY);
            }
        }
    }
}
