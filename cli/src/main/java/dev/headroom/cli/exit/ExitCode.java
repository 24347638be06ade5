package dev.headroom.cli.exit;

import dev.headroom.core.model.result.ExperimentResult;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the process ends with: one table for all commands. Each command's {@code --help} has its part, {@code docs/commands.md} all of it. */
public enum ExitCode {
    DONE(0, "done; run: all is as expected; diagnose: no limit binds, and that is not only suspected"),
    FAILED(
            1,
            "could not be done: a run broke off, is void or has no successful response, a load that is shared out is not whole, a JVM cannot be watched or ended, a file cannot be written"),
    BAD_INPUT(2, "bad input: an option, an experiment file, or a process, name or port that is not there"),
    NOT_AS_EXPECTED(
            3,
            "all runs completed, and an expectation is not met; trials: a verdict was untrue",
            "run",
            "scale",
            "merge",
            "trials"),
    BINDS(4, "a limit binds, and is named", "diagnose"),
    UNKNOWN(5, "whether a limit binds could not be known", "diagnose"),
    INTERNAL(70, "a fault of Headroom itself");

    /** Of Ctrl-C, where it is a key: {@code watch} has the terminal to itself. */
    public static final int CTRL_C = 130;

    /** The JVM ends with these by itself, after its shutdown hooks. */
    private static final Map<String, String> SIGNALS = Map.of(
            "129, 130, 143",
            "ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM; services that were started are stopped, limits put back");

    /** From the mildest to the worst. Whether a run failed is told before whether its figures are as expected. */
    private static final List<ExitCode> SEVERITY =
            List.of(DONE, BINDS, UNKNOWN, NOT_AS_EXPECTED, FAILED, BAD_INPUT, INTERNAL);

    private final int code;
    private final String words;
    private final List<String> commands;

    /** @param commands that end with it; none for all */
    ExitCode(int code, String words, String... commands) {
        this.code = code;
        this.words = words;
        this.commands = List.of(commands);
    }

    public int code() {
        return code;
    }

    public static ExitCode of(ExperimentResult result) {
        if (!result.completed()) {
            return FAILED;
        }
        if (!result.met()) {
            return NOT_AS_EXPECTED;
        }
        return result.answered() ? DONE : FAILED;
    }

    /** Of all that was done by one command. */
    public static ExitCode worst(Stream<ExitCode> all) {
        return all.max(Comparator.comparingInt(SEVERITY::indexOf)).orElse(DONE);
    }

    /** Those that a command ends with. */
    public static ExitCode[] of(String command) {
        return Stream.of(values())
                .filter(one -> one.commands.isEmpty() || one.commands.contains(command))
                .toArray(ExitCode[]::new);
    }

    /** Each with what it means, and the signals. */
    public static Map<String, String> words(ExitCode... codes) {
        Map<String, String> words = new LinkedHashMap<>();
        for (ExitCode one : codes) {
            words.put(Integer.toString(one.code), one.words);
        }
        words.putAll(SIGNALS);
        return words;
    }
}
