package dev.headroom.load.tools;

import java.io.IOException;
import java.util.List;

/** Reads the results of a load tool as they are written. */
public interface SampleReader {

    /** Takes what was appended to the tool's results; returns the requests that are complete in it. */
    List<Sample> read(byte[] bytes, int length) throws IOException;
}
