package dev.headroom.core.model.load;

import java.util.List;
import java.util.Optional;

/** A load tool of somebody else's, with its script. Paths are absolute. */
public sealed interface Program {

    /** How a command writes the address and path of the variant's request. */
    String URL = "${url}";

    /** How a command writes the service's address. */
    String BASE_URL = "${base-url}";

    /** How a command writes the number of users. */
    String USERS = "${users}";

    /** How a command writes how many seconds it is to last. */
    String SECONDS = "${seconds}";

    /** @param home the folder in which JMeter is installed; empty for {@code JMETER_HOME}, or the one on the path */
    record Jmeter(String plan, Optional<String> home) implements Program {}

    /**
     * @param simulation name of its class
     * @param classPath of the simulation and of Gatling
     */
    record Gatling(String simulation, String classPath) implements Program {}

    /**
     * A script of k6. Told of users and a time, its functions are run so by a script around it.
     *
     * @param program k6 itself; empty for the one that {@code HEADROOM_K6} names, or the one on the path
     */
    record K6(String script, Optional<String> program) implements Program {}

    /** Any other, whose results are not read. */
    record Command(List<String> words) implements Program {
        public Command {
            words = List.copyOf(words);
        }

        public String line() {
            return String.join(" ", words);
        }
    }

    default String tool() {
        return switch (this) {
            case Jmeter jmeter -> "JMeter";
            case Gatling gatling -> "Gatling";
            case K6 k6 -> "k6";
            case Command command -> command.words().getFirst();
        };
    }

    /** Whether what it says of a request can be read when the request is over; else much later, or never. */
    default boolean tellsAtOnce() {
        return this instanceof Jmeter;
    }

    /** Whether it sends the variant's request, and nothing else: so can others. */
    default boolean sendsTheRequest() {
        return this instanceof Command command && command.line().contains(URL);
    }
}
