package dev.headroom.probe.heap;

import java.util.Iterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import kotlin.sequences.Sequence;

/** Kotlin's, as Java reads them. */
final class Sequences {

    private Sequences() {}

    static <T> Iterable<T> all(Sequence<? extends T> sequence) {
        return () -> {
            @SuppressWarnings("unchecked") // it only gives them
            Iterator<T> each = (Iterator<T>) sequence.iterator();
            return each;
        };
    }

    static <T> Stream<T> stream(Sequence<? extends T> sequence) {
        Iterable<T> each = all(sequence);
        return StreamSupport.stream(each.spliterator(), false);
    }
}
