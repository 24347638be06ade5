package dev.headroom.load.tools;

import java.io.IOException;
import java.util.List;

/** Reads the results of a load tool while they are written. */
public interface SampleReader {

    /**
     * Takes what was appended to the tool's results; returns the requests that are complete in it.
     *
     * @param length of what was appended, from the start of {@code bytes}
     * @throws IOException for what is not that tool's format, or of a version that is not known
     */
    List<Sample> read(byte[] bytes, int length) throws IOException;
}
