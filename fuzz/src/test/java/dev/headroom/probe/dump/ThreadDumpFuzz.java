package dev.headroom.probe.dump;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import dev.headroom.probe.threads.Interner;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The answer to {@code Thread.print}. There is no exception: what is no line of a dump is passed over. */
public final class ThreadDumpFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Harm.none(input.length, () -> {
            ThreadDump dump = new ThreadDump.Parser()
                    .parse(new BufferedReader(
                            new InputStreamReader(new ByteArrayInputStream(input), StandardCharsets.UTF_8)));
            new DumpedLimits(new Interner()).of(dump);
        });
    }
}
