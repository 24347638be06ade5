package dev.headroom.probe.look;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.text.Numbered;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Threads whose pool nobody tells and whose number stands within their name: {@code shard-1-of-orders} and its like are one crew, once three are seen that differ in nothing else. Where
 * two threads have one such name, the number is the pool's.
 */
public final class Crews {

    /** Two may be alike by chance. */
    private static final int FEWEST = 3;

    /** Names that are remembered; threads end, and others come. */
    private static final int MOST = 10_000;

    private final Map<String, Long> threads = new HashMap<>();
    private final Set<String> pools = new HashSet<>();
    private final Map<String, Set<String>> crews = new HashMap<>();

    /** Whether it may be of one: nobody owns it, or its number stands within. */
    public static boolean mayHave(String thread, PoolNames.Named named) {
        return switch (named.kind()) {
            case OTHER -> true;
            case EXECUTOR ->
                named.name().equals(thread) && !Numbered.without(thread).equals(thread);
            default -> false;
        };
    }

    /**
     * The pool that a thread is of, by what its own name gave.
     *
     * @param thread its identifier
     * @param called its name
     */
    public PoolNames.Named of(long thread, String called, PoolNames.Named named) {
        if (named.kind() == StationKind.EVENT_LOOPS) {
            return amongOthers(named).orElse(named);
        }
        if (!mayHave(called, named)) {
            return named;
        }
        String name = named.name();
        String crew = Numbered.without(name);
        if (crew.equals(name) || crew.isEmpty()) {
            return named;
        }
        if (threads.size() >= MOST) {
            threads.clear();
            pools.clear();
            crews.clear();
        }
        Set<String> members = crews.computeIfAbsent(crew, none -> new HashSet<>());
        Long other = threads.putIfAbsent(name, thread);
        if (other != null && other != thread && pools.add(name)) {
            members.remove(name);
        } else if (!pools.contains(name)) {
            members.add(name);
        }
        return members.size() >= FEWEST && members.contains(name) ? new PoolNames.Named(crew, named.kind()) : named;
    }

    /** One that stood in a selector, as a consumer of a broker does that asks for more, is of the crew that its like are of. */
    private Optional<PoolNames.Named> amongOthers(PoolNames.Named loop) {
        String crew = Numbered.without(loop.name());
        long others = crews.getOrDefault(crew, Set.of()).stream()
                .filter(name -> !name.equals(loop.name()))
                .count();
        return crew.equals(loop.name()) || others < FEWEST - 1
                ? Optional.empty()
                : Optional.of(new PoolNames.Named(crew, StationKind.OTHER));
    }
}
