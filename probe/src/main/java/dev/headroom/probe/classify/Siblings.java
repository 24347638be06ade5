package dev.headroom.probe.classify;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Lambdas of a method that has made the waiting one as well, as {@code main} makes the handler of requests and tasks of the background. By their names they cannot be told from those that the handler itself
 * has handed on. A task that comes again and again was handed on by no request; and where threads of several kinds begin in such a lambda, the name does not tell which of them ends the wait.
 *
 * @param prefixes of their names, with the class
 */
record Siblings(List<String> prefixes) {

    private static final String AGAIN = "java.util.concurrent.FutureTask.runAndReset";

    static Siblings of(List<String> callers) {
        return new Siblings(callers.stream()
                .filter(frame -> Callees.LAMBDA
                        .matcher(frame.substring(frame.lastIndexOf('.') + 1))
                        .matches())
                .map(Callees::lambdaOf)
                .distinct()
                .toList());
    }

    /** Those that may end the wait. */
    Map<String, Map<Stack, Double>> left(Map<String, Map<Stack, Double>> stacks) {
        Map<String, Map<Stack, Double>> handed = Callees.only(Predicate.not(this::isPeriodic), stacks);
        long several = handed.values().stream()
                .filter(pool -> pool.keySet().stream().anyMatch(this::isThread))
                .count();
        return several > 1 ? Callees.only(Predicate.not(this::isThread), handed) : handed;
    }

    private boolean isPeriodic(Stack stack) {
        return stack.has(AGAIN) && begins(stack);
    }

    /** It is what the thread was made for, and no task. */
    private boolean isThread(Stack stack) {
        return !stack.has(Callees.WORKERS) && !stack.has(Callees.VIRTUAL) && begins(stack);
    }

    private boolean begins(Stack stack) {
        return stack.isBusy() && Callees.begins(stack, prefixes);
    }
}
