package dev.headroom.core.model.experiment;

import java.util.List;

/** By what a service is known to be ready. */
public sealed interface Ready {

    /** Its port is open; where it has none, it is started. */
    record Started() implements Ready {}

    /** @param path that is answered with 2xx */
    record Answer(String path) implements Ready {}

    /** @param words a program and its arguments that end with exit code 0 */
    record Command(List<String> words) implements Ready {

        public Command {
            words = List.copyOf(words);
        }
    }

    /** @param text in its output */
    record Log(String text) implements Ready {}
}
