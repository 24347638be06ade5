package dev.headroom.lab.store;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A {@code run.json} that somebody sent. {@link IOException} where it is none. */
public final class RunFileFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        String json = new String(input, StandardCharsets.UTF_8);
        Harm.none(input.length, () -> {
            try {
                RunFile.parse(json);
            } catch (IOException e) {
                return;
            }
        });
    }
}
