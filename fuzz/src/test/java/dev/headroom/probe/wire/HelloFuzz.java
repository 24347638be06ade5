package dev.headroom.probe.wire;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/** The opening words of whoever connects. {@link IOException} where it is no agent of this build. */
public final class HelloFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Harm.none(input.length, () -> {
            try {
                Hello.read(new DataInputStream(new ByteArrayInputStream(input)));
            } catch (IOException e) {
                return;
            }
        });
    }
}
