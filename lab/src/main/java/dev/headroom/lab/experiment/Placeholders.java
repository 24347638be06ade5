package dev.headroom.lab.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/**
 * What an experiment file may leave open: {@code ${name.port}} stands for the port that the service {@code name} listens on,
 * {@code ${basedir}} for the folder of the file.
 */
public final class Placeholders {

    private static final Pattern PORT = Pattern.compile("\\$\\{([A-Za-z0-9.-]+)\\.port}");
    private static final String FOLDER = "${basedir}";

    private Placeholders() {}

    /** The services whose port {@code text} mentions. */
    public static List<String> ports(String text) {
        return PORT.matcher(text).results().map(match -> match.group(1)).toList();
    }

    public static String resolve(String text, Path file, ToIntFunction<String> portOf) {
        return PORT.matcher(inFolder(text, file))
                .replaceAll(match -> Integer.toString(portOf.applyAsInt(match.group(1))));
    }

    static String inFolder(String text, Path file) {
        return text.contains(FOLDER)
                ? text.replace(FOLDER, String.valueOf(file.toAbsolutePath().getParent()))
                : text;
    }
}
