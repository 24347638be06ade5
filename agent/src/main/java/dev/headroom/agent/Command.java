package dev.headroom.agent;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What Headroom says, read to its end before anything is done about it. Other processes of the user may say it as well.
 *
 * @param request to be answered by that number; {@link Wire#UNASKED} where nobody asks
 * @param order what is to be moved; null of all other commands
 * @param kind of the limit that it is for, {@link Wire#POOL} or {@link Wire#RESOURCE}
 * @param number of that limit
 */
record Command(int type, int request, Moves.@Nullable Order order, byte kind, int number) {

    /**
     * @param type that was read
     * @throws IOException where it is none of Headroom's, or ends too early
     */
    static Command read(int type, DataInputStream in) throws IOException {
        return switch (type) {
            case Wire.BEGIN, Wire.READS_ON, Wire.READS_OFF -> new Command(type, Wire.UNASKED, null, Wire.POOL, 0);
            case Wire.HERE, Wire.KEEP, Wire.UNDO -> new Command(type, in.readInt(), null, Wire.POOL, 0);
            case Wire.MOVE -> move(in);
            default -> throw new IOException("an unknown command, " + type);
        };
    }

    private static Command move(DataInputStream in) throws IOException {
        int request = in.readInt();
        byte kind = in.readByte();
        if (kind != Wire.POOL && kind != Wire.RESOURCE) {
            throw new IOException("an unknown kind of limit, " + kind);
        }
        int number = in.readInt();
        int to = in.readInt();
        long nanos = TimeUnit.MILLISECONDS.toNanos(in.readLong());
        return new Command(
                Wire.MOVE, request, new Moves.Order(request, to, nanos, in.readUTF(), in.readUTF()), kind, number);
    }
}
