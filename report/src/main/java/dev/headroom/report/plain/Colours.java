package dev.headroom.report.plain;

import dev.headroom.report.text.Tone;

/** Colours of a terminal, or none. Applied after all widths are settled, since they have none. */
record Colours(boolean on) {

    private static final String RESET = "\u001b[0m";

    String bold(String text) {
        return wrap("\u001b[1m", text);
    }

    String dim(String text) {
        return wrap("\u001b[2m", text);
    }

    String of(Tone tone, String text) {
        return wrap(
                switch (tone) {
                    case BOUND -> "\u001b[33m";
                    case FREE -> "\u001b[32m";
                    case OPEN, SLOW -> "\u001b[36m";
                    case FAILED -> "\u001b[31m";
                },
                text);
    }

    private String wrap(String code, String text) {
        return on && !text.isBlank() ? code + text + RESET : text;
    }
}
