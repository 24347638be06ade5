package dev.headroom.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes an input as strangers and broken files do. The same seed makes the same changes. */
final class Mutations {

    /** Long enough that what takes the square of it is noticed. */
    private static final int LONG = 1 << 17;

    private static final List<String> WORDS = List.of(
            "-1",
            "0",
            "99999999999999999999",
            "1e999",
            "NaN",
            "ffffffffffffffffff",
            "\0",
            "\n",
            "\r",
            "\u001b",
            "\u202e",
            "\"",
            "\\",
            "{",
            "[",
            "]",
            "(",
            "null",
            "true",
            "/",
            "*a",
            "&a ");

    private static final int[] NUMBERS = {-1, 0, 1, 127, 128, 255, 65_535, 1 << 24, Integer.MAX_VALUE, Integer.MIN_VALUE
    };

    private final Random random;

    Mutations(long seed) {
        random = new Random(seed);
    }

    /** One to four changes. */
    byte[] of(byte[] input) {
        byte[] changed = input;
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            changed = once(changed);
        }
        return changed;
    }

    private byte[] once(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int to = Math.min(input.length, at + random.nextInt(1 << random.nextInt(10)));
        byte[] part = Arrays.copyOfRange(input, at, to);
        return switch (random.nextInt(7)) {
            case 0 -> flip(input);
            case 1 -> Arrays.copyOf(input, at);
            case 2 -> splice(input, at, to, new byte[0]);
            case 3 -> splice(input, random.nextInt(input.length + 1), -1, part);
            case 4 ->
                splice(input, at, -1, WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8));
            case 5 -> number(input);
            default -> random.nextInt(20) == 0 ? splice(input, at, -1, longer(part)) : flip(input);
        };
    }

    private byte[] flip(byte[] input) {
        byte[] changed = input.clone();
        if (changed.length > 0) {
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return changed;
    }

    private byte[] number(byte[] input) {
        byte[] changed = input.clone();
        if (changed.length >= 4) {
            ByteBuffer.wrap(changed)
                    .putInt(random.nextInt(changed.length - 3), NUMBERS[random.nextInt(NUMBERS.length)]);
        }
        return changed;
    }

    /** The part again and again: a long word, deep nesting. */
    private static byte[] longer(byte[] part) {
        byte[] repeated = new byte[part.length == 0 ? 0 : LONG];
        for (int i = 0; i < repeated.length; i++) {
            repeated[i] = part[i % part.length];
        }
        return repeated;
    }

    /** @param to up to where the input is left out; before {@code at}: nothing is */
    private static byte[] splice(byte[] input, int at, int to, byte[] what) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(input, 0, at);
        out.writeBytes(what);
        int rest = Math.max(at, to);
        out.write(input, rest, input.length - rest);
        return out.toByteArray();
    }
}
