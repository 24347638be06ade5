package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.experiment.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Options of {@code run} that take the place of what the experiment file says. */
final class Overrides {

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting of the watched service, in place of what file and variants have; SERVICE:KEY=VALUE is one of"
                            + " another service. May be given more than once.")
    private List<String> settings = List.of();

    @Option(names = "--rate", paramLabel = "RATE", description = "Rate of an open load, such as 50/s.")
    private Optional<String> rate = Optional.empty();

    @Option(names = "--users", paramLabel = "N", description = "Users of a closed load.")
    private Optional<Integer> users = Optional.empty();

    @Option(names = "--for", paramLabel = "TIME", description = "How long the load lasts, such as 30s.")
    private Optional<String> time = Optional.empty();

    private record Setting(String service, String key, String value) {}

    boolean isEmpty() {
        return settings.isEmpty() && !ofLoad();
    }

    private boolean ofLoad() {
        return rate.isPresent() || users.isPresent() || time.isPresent();
    }

    boolean haveTime() {
        return time.isPresent();
    }

    /** For the report: what is not as the file has it. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        rate.ifPresent(value -> lines.add("rate " + value));
        users.ifPresent(value -> lines.add(value + " users"));
        time.ifPresent(value -> lines.add("for " + value));
        settings.forEach(setting -> lines.add("setting " + setting));
        return lines;
    }

    /** As they were typed. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        rate.ifPresent(value -> words.addAll(List.of("--rate", value)));
        users.ifPresent(value -> words.addAll(List.of("--users", value.toString())));
        time.ifPresent(value -> words.addAll(List.of("--for", value)));
        settings.forEach(setting -> words.addAll(List.of("--set", setting)));
        return words;
    }

    /**
     * The experiment as it is to be run.
     *
     * @param names of its variants; empty for all
     */
    Experiment apply(Experiment experiment, List<String> names) throws BadInput, InvalidExperimentException {
        if (isEmpty()) {
            return experiment;
        }
        List<Variant> variants = new ArrayList<>();
        List<Setting> parsed = parsed(experiment);
        for (Variant variant : ExperimentFile.select(experiment, names)) {
            Map<String, String> own = new LinkedHashMap<>(variant.settings());
            own.putAll(of(experiment.watch(), parsed));
            variants.add(variant.with(
                    own, ofLoad() ? Optional.of(load(experiment.loadOf(variant), variant.name())) : variant.load()));
        }
        return new Experiment(
                experiment.name(),
                experiment.title(),
                experiment.description(),
                experiment.file(),
                experiment.services().stream()
                        .map(service -> service.with(of(service.name(), parsed)))
                        .toList(),
                experiment.watch(),
                experiment.load(),
                experiment.physics(),
                variants);
    }

    private List<Setting> parsed(Experiment experiment) throws BadInput {
        Map<String, Service> services = new LinkedHashMap<>();
        experiment.services().forEach(service -> services.put(service.name(), service));
        List<Setting> parsed = new ArrayList<>();
        for (String text : settings) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new BadInput("--set wants KEY=VALUE, or SERVICE:KEY=VALUE, and found `" + text + "`");
            }
            String key = text.substring(0, equals);
            int colon = key.indexOf(':');
            String service = colon < 0 ? experiment.watch() : key.substring(0, colon);
            Service found = services.get(service);
            if (found == null) {
                throw new BadInput("--set " + key + ": no service `" + service + "`; there is "
                        + String.join(", ", services.keySet()));
            }
            if (found.runsAlready()) {
                throw new BadInput("--set " + key + ": `" + service
                        + "` runs already, and nobody restarts it: change it where it is started");
            }
            if (found.origin() instanceof Origin.Command) {
                throw new BadInput("--set " + key + ": `" + service
                        + "` is a command, and only a jar or main class is given settings; change its args or env");
            }
            parsed.add(new Setting(service, key.substring(colon + 1), text.substring(equals + 1)));
        }
        return parsed;
    }

    private static Map<String, String> of(String service, List<Setting> settings) {
        Map<String, String> own = new LinkedHashMap<>();
        settings.stream()
                .filter(setting -> setting.service().equals(service))
                .forEach(setting -> own.put(setting.key(), setting.value()));
        return own;
    }

    private Load load(Load load, String variant) throws BadInput {
        return switch (load) {
            case Load.Open open -> {
                if (users.isPresent()) {
                    throw new BadInput(
                            "--users is for closed loads, and that of `" + variant + "` is open: use --rate");
                }
                yield open(open, variant);
            }
            case Load.Closed closed -> {
                if (rate.isPresent()) {
                    throw new BadInput(
                            "--rate is for open loads, and that of `" + variant + "` is closed: use --users");
                }
                yield closed(closed, variant);
            }
            case Load.Tool tool -> tool(tool, variant);
        };
    }

    /** A script is told only what it reads. */
    private Load tool(Load.Tool tool, String variant) throws BadInput {
        String ofScript =
                " is for a script that the file says reads it, and that of `" + variant + "` does not: write `";
        if (rate.isPresent()) {
            throw new BadInput("--rate is for open loads, and that of `" + variant + "` is a script of "
                    + tool.program().tool() + ": change it there");
        }
        if (users.isPresent() && tool.users().isEmpty()) {
            throw new BadInput("--users" + ofScript + "users` beside it");
        }
        if (time.isPresent() && tool.length().isEmpty()) {
            throw new BadInput("--for" + ofScript + "for` beside it");
        }
        if (users.orElse(1) < 1) {
            throw new BadInput("--users wants at least 1, not " + users.orElse(1));
        }
        Duration length = time(tool.length().orElse(Duration.ZERO));
        return tool.told(
                users.map(OptionalInt::of).orElse(tool.users()), tool.length().map(own -> length));
    }

    private Load open(Load.Open open, String variant) throws BadInput {
        if (!open.stages().isEmpty()) {
            throw new BadInput("--rate and --for are for loads of one rate, and that of `" + variant
                    + "` has stages: change them in the file");
        }
        return new Load.Open(rate(open.rate()), time(open.duration()), open.transport(), open.warmUp())
                .arriving(open.arrivals(), open.seed())
                .connected(open.connections())
                .aborted(open.abort());
    }

    private Load closed(Load.Closed closed, String variant) throws BadInput {
        if (!closed.stages().isEmpty()) {
            throw new BadInput("--users and --for are for loads of so many users, and that of `" + variant
                    + "` has stages: change them in the file");
        }
        int count = users.orElse(closed.users());
        if (count < 1) {
            throw new BadInput("--users wants at least 1, not " + count);
        }
        Until until = time.isPresent() ? new Until.Elapsed(time(Duration.ZERO)) : closed.until();
        if (time.isPresent() && time(Duration.ZERO).compareTo(closed.rampUp()) <= 0) {
            throw new BadInput("--for " + time.orElse("") + " is over before all users of `" + variant
                    + "` are in: it has to be longer than their ramp-up of "
                    + closed.rampUp().toSeconds() + "s");
        }
        return closed.with(count, closed.rampUp(), until);
    }

    private Rate rate(Rate otherwise) throws BadInput {
        return rate.isPresent()
                ? Units.rateOf(rate.get())
                        .orElseThrow(() ->
                                new BadInput("--rate wants a rate above zero per second, such as 50/s or 0.5/s, not `"
                                        + rate.get() + "`"))
                : otherwise;
    }

    private Duration time(Duration otherwise) throws BadInput {
        return time.isPresent()
                ? Units.durationOf(time.get())
                        .orElseThrow(() -> new BadInput(
                                "--for wants a time above zero with its unit ms, s or m, such as 30s, not `"
                                        + time.get() + "`"))
                : otherwise;
    }
}
