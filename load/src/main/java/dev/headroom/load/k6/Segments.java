package dev.headroom.load.k6;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Equal parts of a load as k6 names them: {@code 1/4:2/4} is the second of four. Each knows its iterations by that alone. */
final class Segments {

    private Segments() {}

    /** @param index from 1 */
    static String of(int index, int count) {
        return edge(index - 1, count) + ":" + edge(index, count);
    }

    static String sequence(int count) {
        return IntStream.rangeClosed(0, count).mapToObj(i -> edge(i, count)).collect(Collectors.joining(","));
    }

    private static String edge(int index, int count) {
        return index == 0 ? "0" : index == count ? "1" : index + "/" + count;
    }
}
