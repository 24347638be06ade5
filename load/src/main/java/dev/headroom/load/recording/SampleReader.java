package dev.headroom.load.recording;

import dev.headroom.core.model.result.LoadResult.Tool.Checks;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the results of a load tool while they are written. */
public interface SampleReader {

    /**
     * Takes what was appended to the tool's results; returns the requests that are complete in it.
     *
     * @param length of what was appended, from the start of {@code bytes}
     * @throws IOException for what is not that tool's format, or of a version that is not known
     */
    List<Sample> read(byte[] bytes, int length) throws IOException;

    /** Requests that it held back, since what follows them tells what they are: nothing follows any more. */
    default List<Sample> rest() {
        return List.of();
    }

    /** What it told of so far that counts as no request, in words; empty where that is nothing. */
    default Optional<String> leftOut() {
        return Optional.empty();
    }

    /** Checks of its script so far that say nothing of a single request; empty where it does not tell. */
    default Optional<Checks> checks() {
        return Optional.empty();
    }

    /** Iterations of its script that came to their end so far; empty where it does not tell. */
    default OptionalLong iterations() {
        return OptionalLong.empty();
    }

    /** Iterations that the tool dropped so far since it had no user free; empty where it does not tell. */
    default OptionalLong dropped() {
        return OptionalLong.empty();
    }
}
