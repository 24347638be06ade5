package dev.headroom.lab.experiment;

import java.util.OptionalLong;

/** Whole numbers as an experiment file writes them: {@code 1..1000}, or {@code 1..} without an end. */
record Range(long first, OptionalLong last) {

    static Range of(String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            throw new IllegalArgumentException("no range: " + text);
        }
        String last = text.substring(dots + 2);
        return new Range(
                Long.parseLong(text.substring(0, dots)),
                last.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(last)));
    }
}
