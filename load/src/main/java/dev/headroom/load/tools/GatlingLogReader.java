package dev.headroom.load.tools;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.load.recording.Sample;
import dev.headroom.load.recording.SampleReader;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gatling's {@code simulation.log}, binary since 3.13: records that begin with a byte that says what they are, times in ms since the start that the first record tells,
 * strings that are written once and then named by their number. Its project calls it an implementation detail, so that a version that nobody has looked at is refused.
 */
public final class GatlingLogReader implements SampleReader {

    /** Read in the sources of their writer: 3.13 to 3.15 write the same. */
    private static final Pattern KNOWN = Pattern.compile("3\\.1[345]\\..*");

    private static final long MICROS = 1000;

    /** Milliseconds since the epoch: in the year 5138. */
    private static final long LATEST = 100_000_000_000_000L;

    /** Longer than any name or message, and than any record. */
    private static final int LONGEST = 1 << 20;

    /** How the strings of a JVM are kept: one byte for each character, or two. */
    private static final byte LATIN1 = 0;

    private static final byte RUN = 0;
    private static final byte REQUEST = 1;
    private static final byte USER = 2;
    private static final byte GROUP = 3;
    private static final byte ERROR = 4;

    private static final String STATUS = "status.";
    private static final Pattern FOUND = Pattern.compile("found (\\d{3})");

    /** Of a check that did not find in a body what it looked for. */
    private static final Pattern CHECK = Pattern.compile(", (?:found|but actually|but unexpectedly)\\b");

    /** Characters of a text that are kept: it is written once, and named again and again. */
    private static final int KEPT = 1000;

    /** Groups within groups; no simulation has as many. */
    private static final int DEEPEST = 100;

    private final Map<Integer, String> cache = new HashMap<>();
    private byte[] left = new byte[0];
    private boolean begun;
    private long start;

    @Override
    public List<Sample> read(byte[] bytes, int length) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(left.length + length)
                .put(left)
                .put(bytes, 0, length)
                .flip();
        List<Sample> samples = new ArrayList<>();
        int whole = 0;
        try {
            while (in.hasRemaining()) {
                record(in).ifPresent(samples::add);
                bounded(in.position() - whole);
                whole = in.position();
            }
        } catch (BufferUnderflowException e) {
            // the rest of the record is not written yet
        }
        left = Arrays.copyOfRange(in.array(), whole, in.limit());
        bounded(left.length);
        return samples;
    }

    private static void bounded(int length) throws IOException {
        if (length > LONGEST) {
            throw new IOException("a record of Gatling's simulation.log is longer than a record can be");
        }
    }

    private Optional<Sample> record(ByteBuffer in) throws IOException {
        byte what = in.get();
        if (begun != (what != RUN)) {
            throw new IOException(
                    "Gatling's simulation.log " + (begun ? "begins twice" : "does not begin with its run"));
        }
        switch (what) {
            case RUN -> run(in);
            case REQUEST -> {
                return Optional.of(request(in));
            }
            case USER -> skip(in, Integer.BYTES + 1 + Integer.BYTES);
            case GROUP -> {
                groups(in);
                skip(in, 3 * Integer.BYTES + 1);
            }
            case ERROR -> {
                cached(in);
                skip(in, Integer.BYTES);
            }
            default -> throw new IOException("a record of kind " + what + " in Gatling's simulation.log is not known");
        }
        return Optional.empty();
    }

    private void run(ByteBuffer in) throws IOException {
        String version = kept(string(in));
        if (!KNOWN.matcher(version).matches()) {
            throw new IOException(
                    "the simulation.log of Gatling " + version + " is not known; those of 3.13 to 3.15 are");
        }
        string(in);
        long at = in.getLong();
        string(in);
        int scenarios = count(in);
        for (int i = 0; i < scenarios; i++) {
            string(in);
        }
        int assertions = count(in);
        for (int i = 0; i < assertions; i++) {
            skip(in, count(in));
        }
        if (at < 0 || at > LATEST) {
            throw new IOException("a run of Gatling that began at " + at + " ms since 1970 cannot be");
        }
        start = at;
        begun = true;
    }

    private Sample request(ByteBuffer in) throws IOException {
        String group = groups(in);
        String name = cached(in);
        int from = in.getInt();
        int to = in.getInt();
        boolean good = in.get() != 0;
        String message = cached(in);
        String label = group.isEmpty() ? name : group + "/" + name;
        long begin = MICROS * (start + from);
        long end = MICROS * (start + Math.max(from, to));
        if (good) {
            return new Sample(label, begin, end, Optional.empty(), "");
        }
        Matcher status = FOUND.matcher(message);
        int of = message.indexOf(STATUS);
        return of >= 0 && status.find(of)
                ? new Sample(label, begin, end, Optional.of(ErrorKind.STATUS), status.group(1))
                : new Sample(label, begin, end, Optional.of(kind(message)), message);
    }

    /** The name of a check may be any, such as <code>jsonPath($.timeout)</code>: its end tells it. */
    private static ErrorKind kind(String message) {
        return CHECK.matcher(message).find()
                ? ErrorKind.BODY
                : ErrorTexts.kind(message, message.contains("Exception") ? ErrorKind.OTHER : ErrorKind.BODY);
    }

    private String groups(ByteBuffer in) throws IOException {
        int count = count(in);
        if (count > DEEPEST) {
            throw new IOException(count + " groups within each other in Gatling's simulation.log cannot be");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(cached(in));
        }
        return kept(String.join("/", names));
    }

    private String cached(ByteBuffer in) throws IOException {
        int index = in.getInt();
        if (index >= 0) {
            String text = kept(string(in));
            cache.put(index, text);
            return text;
        }
        String text = cache.get(-index);
        if (text == null) {
            throw new IOException("string " + -index + " of Gatling's simulation.log is used before it is written");
        }
        return text;
    }

    private static String kept(String text) {
        return text.substring(0, Math.min(KEPT, text.length()));
    }

    private static String string(ByteBuffer in) throws IOException {
        int length = count(in);
        if (length == 0) {
            return "";
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, in.get() == LATIN1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
    }

    private static int count(ByteBuffer in) throws IOException {
        int count = in.getInt();
        if (count < 0 || count > LONGEST) {
            throw new IOException("a length of " + count + " in Gatling's simulation.log cannot be");
        }
        return count;
    }

    private static void skip(ByteBuffer in, int bytes) {
        if (in.remaining() < bytes) {
            throw new BufferUnderflowException();
        }
        in.position(in.position() + bytes);
    }
}
