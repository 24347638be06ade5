package dev.headroom.load.k6;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import java.nio.file.Path;
import java.util.Map;

/**
 * A script, as it is given to k6.
 *
 * @param script its path, or {@link K6Command#FROM_INPUT}
 * @param folder in which k6 runs
 * @param input the script, where it comes by standard input
 * @param environment that it needs
 */
public record K6Source(String script, Path folder, String input, Map<String, String> environment) {

    /** The script of a user; told of users and a time, by a {@link Wrapper}. */
    public static K6Source of(Load.Tool load, Program.K6 k6) {
        Path folder = Path.of(load.folder());
        return load.canBeChanged()
                ? new K6Source(
                        K6Command.FROM_INPUT,
                        folder,
                        Wrapper.users(
                                folder.relativize(Path.of(k6.script())).toString(),
                                load.users().orElseThrow(),
                                load.length().orElseThrow(),
                                load.transport().timeout()),
                        Map.of())
                : new K6Source(k6.script(), folder, "", Map.of());
    }
}
