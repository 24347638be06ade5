package dev.headroom.load.tools;

import dev.headroom.fuzz.Harm;
import dev.headroom.load.recording.Sample;
import dev.headroom.load.recording.SampleReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Results as a tool appends to them: how much of them is there when they are read must not matter. */
final class InPieces {

    private static final int PIECES = 3;

    private InPieces() {}

    static void read(Supplier<SampleReader> reader, byte[] input) throws Exception {
        List<Optional<List<Sample>>> both = new ArrayList<>();
        Harm.none(PIECES * input.length, () -> {
            both.clear();
            both.add(samples(reader.get(), input, input.length));
            both.add(samples(reader.get(), input, Math.ceilDiv(input.length, PIECES)));
        });
        if (!both.getFirst().equals(both.getLast())) {
            throw new AssertionError("read at once " + both.getFirst() + ", in pieces " + both.getLast());
        }
        both.getFirst().stream().flatMap(List::stream).forEach(one -> {
            if (one.startMicros() > one.endMicros()) {
                throw new AssertionError("ends before it begins: " + one);
            }
        });
    }

    /** Empty where it is not the tool's. */
    private static Optional<List<Sample>> samples(SampleReader reader, byte[] input, int piece) {
        List<Sample> samples = new ArrayList<>();
        try {
            for (int from = 0; from < input.length; from += piece) {
                int to = Math.min(input.length, from + piece);
                samples.addAll(reader.read(Arrays.copyOfRange(input, from, to), to - from));
            }
            return Optional.of(samples);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
