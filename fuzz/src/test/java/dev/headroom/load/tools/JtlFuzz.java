package dev.headroom.load.tools;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Target;

/** JMeter's results, which others may write into as well. {@link java.io.IOException} where they are none. */
public final class JtlFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        InPieces.read(() -> new JtlReader(false), input);
    }
}
