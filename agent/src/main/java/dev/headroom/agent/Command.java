package dev.headroom.agent;

import dev.headroom.agent.moves.MoveOrder;
import dev.headroom.agent.moves.Occupations;
import dev.headroom.agent.wire.Wire;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What Headroom says, read to its end before anything is done about it. Other processes of the user may say it as well.
 *
 * @param request to be answered by that number; {@link Wire#UNASKED} where nobody asks
 * @param order what is to be moved; null of all other commands
 * @param occupation what is to be kept busy; null of all other commands
 * @param name of what is asked about; empty where it is by its number
 * @param kind of the limit that it is for, such as {@link Wire#POOL}
 * @param numbers of that limit, or of its parts
 */
record Command(
        int request,
        @Nullable MoveOrder order,
        Occupations.@Nullable Order occupation,
        String name,
        byte kind,
        List<Long> numbers) {

    private static final double LARGEST_SHARE = 0.5;

    /** Workers of a pool that may stand ready. */
    private static final int MOST_READY = 10_000;

    /** Loops of a group: two a core are usual. */
    private static final int MOST_PARTS = 10_000;

    Command {
        numbers = List.copyOf(numbers);
    }

    private Command(int request, String name) {
        this(request, null, null, name, Wire.POOL, List.of());
    }

    /**
     * @param type that was read
     * @throws IOException where it is none of Headroom's, or ends too early
     */
    static Command read(int type, DataInputStream in) throws IOException {
        return switch (type) {
            case Wire.BEGIN, Wire.READS_ON, Wire.READS_OFF -> new Command(Wire.UNASKED, "");
            case Wire.HERE, Wire.KEEP, Wire.UNDO -> new Command(in.readInt(), "");
            case Wire.COUNT -> new Command(in.readInt(), in.readUTF());
            case Wire.MOVE -> move(in);
            case Wire.OCCUPY -> occupy(in);
            default -> throw new IOException("an unknown command, " + type);
        };
    }

    private static Command move(DataInputStream in) throws IOException {
        int request = in.readInt();
        byte kind = in.readByte();
        if (kind != Wire.POOL && kind != Wire.RESOURCE) {
            throw new IOException("an unknown kind of limit, " + kind);
        }
        long number = in.readInt();
        int from = in.readInt();
        int to = in.readInt();
        long nanos = TimeUnit.MILLISECONDS.toNanos(in.readLong());
        MoveOrder order = new MoveOrder(request, from, to, nanos, in.readUTF(), in.readUTF());
        return new Command(request, order, null, "", kind, List.of(number));
    }

    private static Command occupy(DataInputStream in) throws IOException {
        int request = in.readInt();
        double share = in.readDouble();
        int ready = in.readInt();
        long wait = TimeUnit.MILLISECONDS.toNanos(in.readLong());
        long nanos = TimeUnit.MILLISECONDS.toNanos(in.readLong());
        byte kind = in.readByte();
        int count = in.readInt();
        if (!(share >= 0 && share <= LARGEST_SHARE) || count < 1 || count > MOST_PARTS) {
            throw new IOException("a share of " + share + " of " + count + " is none");
        }
        if (ready < 0 || ready > MOST_READY) {
            throw new IOException("so many cannot stand ready, " + ready);
        }
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(in.readLong());
        }
        Occupations.Order order = new Occupations.Order(share, ready, wait, nanos, in.readUTF(), in.readUTF());
        return new Command(request, null, order, "", kind, numbers);
    }
}
