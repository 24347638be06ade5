package dev.headroom.probe.attach;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The answer to {@code GC.class_histogram}. There is no exception: what is no line of it is passed over. */
public final class ClassHistogramFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Harm.none(
                input.length,
                () -> ClassHistogram.parse(new BufferedReader(
                        new InputStreamReader(new ByteArrayInputStream(input), StandardCharsets.UTF_8))));
    }
}
