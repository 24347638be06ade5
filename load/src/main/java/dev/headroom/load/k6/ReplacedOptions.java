package dev.headroom.load.k6;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.text.Numbers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a script of k6 asks for and does not get, since it is told users and a time by a {@link Wrapper}. Only what is written in the script itself is seen. */
public final class ReplacedOptions {

    private static final Pattern COMMENT = Pattern.compile("(?<!\\*)/\\*.*?\\*/|(?<![:\"'])//[^\\n]*", Pattern.DOTALL);
    private static final Pattern RATE = Pattern.compile("[\"'`]((?:constant|ramping)-arrival-rate)[\"'`]");
    private static final Pattern STAGES = Pattern.compile("\\bstages[\"']?\\s*:");

    private ReplacedOptions() {}

    /** For a reader; empty where the script runs as it is written, or has nothing of the kind. */
    public static Optional<String> in(Load load) {
        return load instanceof Load.Tool tool && tool.canBeChanged() && tool.program() instanceof Program.K6 k6
                ? in(tool, text(Path.of(k6.script())))
                : Optional.empty();
    }

    private static Optional<String> in(Load.Tool load, String script) {
        String code = COMMENT.matcher(script).replaceAll("");
        List<String> replaced = new ArrayList<>();
        Matcher rate = RATE.matcher(code);
        if (rate.find()) {
            replaced.add("arrival rate (" + rate.group(1) + ")");
        }
        if (STAGES.matcher(code).find()) {
            replaced.add("stages");
        }
        return replaced.isEmpty()
                ? Optional.empty()
                : Optional.of("The script's own " + String.join(" and ", replaced)
                        + " did not count: `users` and `for` beside it made it a closed load of "
                        + load.users().orElseThrow() + (load.users().orElseThrow() == 1 ? " user" : " users") + " for "
                        + Numbers.seconds(Times.seconds(load.length().orElseThrow()))
                        + ". Without them it runs as it is written, and a single user (R0) is not measured.");
    }

    private static String text(Path script) {
        try {
            return Files.readString(script, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // k6 says what is wrong with it
        }
    }
}
