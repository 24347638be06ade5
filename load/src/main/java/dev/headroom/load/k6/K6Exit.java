package dev.headroom.load.k6;

import java.util.List;
import java.util.Optional;

/** What k6 means by its exit code ({@code errext/exitcodes/codes.go} of 2.2.0). */
public final class K6Exit {

    /** The load was put: all went well, or its own thresholds, or the script, call the run failed. */
    private static final List<Integer> PUT = List.of(0, 99, 110);

    /** Its REST API could not listen; it says so at once, before it runs the script. */
    static final int PORT_TAKEN = 106;

    private static final int BY_SIGNAL = 128;

    private K6Exit() {}

    /** Why its figures are not those of the whole load, and what to do; empty where they are. */
    public static Optional<String> why(int code) {
        return PUT.contains(code)
                ? Optional.empty()
                : Optional.of(
                        switch (code) {
                            case 100 -> "setup() of the script took too long: set setupTimeout in its options";
                            case 101 -> "teardown() of the script took too long: set teardownTimeout in its options";
                            case 103 -> "it was stopped by its REST API";
                            case 104 -> "the options of the script are not valid";
                            case 105 -> "it was ended by a signal";
                            case PORT_TAKEN -> "its REST API could not listen: its port was taken meanwhile";
                            case 107 -> "the script threw an exception";
                            case 108 -> "the script broke the test off (test.abort())";
                            case 109 -> "k6 itself failed";
                            default ->
                                code > BY_SIGNAL
                                        ? "it was killed by signal " + (code - BY_SIGNAL)
                                        : "it ended with exit code " + code;
                        });
    }
}
