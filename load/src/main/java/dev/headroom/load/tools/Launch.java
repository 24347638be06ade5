package dev.headroom.load.tools;

import dev.headroom.core.model.result.LoadResult.Tool.Source;
import dev.headroom.load.recording.SampleReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * How a tool is started for one load. A new tool is one of these, and one line in {@link Launches}.
 *
 * @param engine name and version, for the report
 * @param environment laid over that of Headroom
 * @param exits by its exit code, why what it did does not count; empty where it did what it was told, whatever came of it
 * @param input what it reads from its standard input
 */
record Launch(
        String engine,
        List<String> command,
        Map<String, String> environment,
        Results results,
        IntFunction<Optional<String>> exits,
        String input) {

    /**
     * What the tool writes.
     *
     * @param file its name, in the folder of the load or below
     * @param counted from when on the tool counts response times
     * @param atOnce whether what it says of a request can be read when the request is over
     */
    record Results(String file, SampleReader reader, Source counted, boolean atOnce) {

        /** Nothing that is read: the service counts. */
        static final Results NONE = new Results("", (bytes, length) -> List.of(), Source.SERVICE, true);
    }
}
