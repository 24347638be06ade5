package dev.headroom.probe.threads;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** The file of {@code Thread.dump_to_file}. {@link IOException} where it is no such dump. */
public final class JsonDumpFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Harm.none(input.length, () -> {
            try {
                JsonDump.virtualThreads(new ByteArrayInputStream(input), id -> id < 30, new Interner());
            } catch (IOException e) {
                return;
            }
        });
    }
}
