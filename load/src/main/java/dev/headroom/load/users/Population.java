package dev.headroom.load.users;

import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Those who send the requests of a run, from load to load: who is logged in stays so, and the data goes on where the load before left it, so that
 * a row that is to be used once is.
 */
public final class Population {

    private final Mix.Visitors visitors;
    private final List<Rows> data;
    private final Deque<Visitor> free = new ArrayDeque<>();
    private final List<Visitor> busy = new ArrayList<>();

    public Population(Mix.Visitors visitors) {
        this.visitors = visitors;
        this.data = visitors.data().stream().map(Rows::new).toList();
    }

    Mix.Visitors visitors() {
        return visitors;
    }

    /**
     * As many as a load needs; those who are logged in first.
     *
     * @param shared sessions that loads beside each other have in common, so that twice the rate is not twice the sessions; else each load has
     *     users of its own
     */
    synchronized List<Visitor> take(int count, boolean shared) {
        List<Visitor> others = List.copyOf(busy);
        List<Visitor> taken = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (shared && i < others.size()) {
                taken.add(others.get(i).twin());
            } else {
                Visitor visitor = free.isEmpty() ? new Visitor() : free.pop();
                busy.add(visitor);
                taken.add(visitor);
            }
        }
        return taken;
    }

    /** Their load is over. */
    synchronized void giveBack(List<Visitor> visitors) {
        visitors.reversed().stream().filter(busy::remove).forEach(visitor -> {
            visitor.visit = null;
            free.push(visitor);
        });
    }

    Value value(String name) {
        if (name.equals("uuid")) {
            return visit -> uuid();
        }
        for (int i = 0; i < data.size(); i++) {
            Rows rows = data.get(i);
            Table table = rows.table();
            int column = table.column(name);
            if (column >= 0) {
                int source = i;
                return visit -> {
                    Long own = visit.visitor.rows.get(source);
                    long row = own != null ? own : visit.rows.computeIfAbsent(source, none -> rows.next());
                    return table.value(row, column);
                };
            }
        }
        return visit -> {
            String taken = visit.taken(name);
            if (taken == null) {
                throw new ValueException("nothing gave a value for ${" + name + "}");
            }
            return taken;
        };
    }

    /** At random (RFC 9562, version 4), of a generator that need not be safe from guessing. */
    private static String uuid() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = random.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL | 0x4000L;
        long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
