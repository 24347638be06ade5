package dev.headroom.load.tools;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Target;

/** Gatling's log, of a version that may not keep to what is known of it. {@link java.io.IOException} where it is none. */
public final class GatlingLogFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        InPieces.read(GatlingLogReader::new, input);
    }
}
