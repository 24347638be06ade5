package dev.headroom.probe.jvm;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.nio.charset.StandardCharsets;

/** The file {@code release} beside what a process calls its JVM. There is no exception. */
public final class ReleaseFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        String text = new String(input, StandardCharsets.UTF_8);
        Harm.none(input.length, () -> RunningJvm.feature(Release.parse(text).version()));
    }
}
