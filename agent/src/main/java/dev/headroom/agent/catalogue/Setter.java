package dev.headroom.agent.catalogue;

import java.util.Map;
import java.util.Optional;
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
        Map<String, Double> values = Map.of("n", 1.0);
        for (String one : text.split("\\|", -1)) {
            Optional<Call.Ready> call = new Call(one.strip()).on(of, null, values);
            if (call.isPresent()) {
                return call.get().target();
            }
        }
        return of;
    }

    public void set(Object of, @Nullable Object key, double from, double to) throws ReflectiveOperationException {
        double by = Math.abs(to - from);
        Map<String, Double> values = Map.of("n", to, "+", by, "-", by);
        for (String one : text.split("\\|", -1)) {
            if (one.contains("(+)") && to <= from || one.contains("(-)") && to >= from) {
                continue;
            }
            Optional<Call.Ready> call = new Call(one.strip()).on(of, key, values);
            if (call.isPresent()) {
                call.get().make();
                return;
            }
        }
        throw new NoSuchMethodException(of.getClass().getName() + " has no " + text);
    }
}
