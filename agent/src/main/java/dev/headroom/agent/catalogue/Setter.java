package dev.headroom.agent.catalogue;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Call} that sets a limit: n is the new value, {@code +} and {@code -} are by how much it grows or shrinks, and such a call is made only where it
 * does. {@code a | b}: the first that there is.
 */
public record Setter(String text) {

    /** Whether it changes by a difference, so that what was there at first is told nowhere. */
    public boolean isRelative() {
        return text.contains("(+)");
    }

    public String name() {
        String first = text.split("\\|", -1)[0].strip();
        return first.substring(first.lastIndexOf('.', Math.max(0, first.indexOf('('))) + 1)
                .replaceFirst("\\(.*", "");
    }

    /** Whether it sets one part alone. */
    public boolean isOfPart() {
        return text.contains("*");
    }

    /** What it is called on; {@code of} where that cannot be told. */
    public Object target(Object of) {
        return first(of, null, Map.of("n", 1.0), one -> true)
                .map(Call.Ready::target)
                .orElse(of);
    }

    public void set(Object of, @Nullable Object key, double from, double to) throws ReflectiveOperationException {
        double by = Math.abs(to - from);
        first(
                        of,
                        key,
                        Map.of("n", to, "+", by, "-", by),
                        one -> !(one.contains("(+)") && to <= from || one.contains("(-)") && to >= from))
                .orElseThrow(() -> new NoSuchMethodException(of.getClass().getName() + " has no " + text))
                .make();
    }

    private Optional<Call.Ready> first(
            Object of, @Nullable Object key, Map<String, Double> values, Predicate<String> wanted) {
        return Arrays.stream(text.split("\\|", -1))
                .filter(wanted)
                .flatMap(one -> new Call(one.strip()).on(of, key, values).stream())
                .findFirst();
    }
}
