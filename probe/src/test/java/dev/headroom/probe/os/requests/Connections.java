package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpRow;

/** Connections as the kernel tells them. */
final class Connections {

    /** Bytes of a segment. */
    static final long SEGMENT = 1_000;

    private Connections() {}

    /** One end of it at a local port, the other by a number. */
    static byte[] id(int port, int number) {
        byte[] id = new byte[TcpCounters.ID];
        id[0] = (byte) (port >> 8);
        id[1] = (byte) port;
        id[3] = (byte) number;
        return id;
    }

    static TcpCounters established(
            byte[] id,
            long cookie,
            long written,
            long sinceSent,
            long sinceReceived,
            long sinceAck,
            long in,
            long out) {
        return established(id, cookie, 0, written, sinceSent, sinceReceived, sinceAck, in, out);
    }

    static TcpCounters established(
            byte[] id,
            long cookie,
            long unwritten,
            long written,
            long sinceSent,
            long sinceReceived,
            long sinceAck,
            long in,
            long out) {
        return counters(
                (byte) 2,
                id,
                cookie,
                TcpRow.ESTABLISHED,
                0,
                0,
                unwritten,
                written,
                sinceSent,
                sinceReceived,
                sinceAck,
                in,
                out);
    }

    /** All that went out is acknowledged. */
    static TcpCounters counters(
            byte family,
            byte[] id,
            long cookie,
            int state,
            long expires,
            long unread,
            long unwritten,
            long written,
            long sinceSent,
            long sinceReceived,
            long sinceAck,
            long in,
            long out) {
        return new TcpCounters(
                family,
                id,
                cookie,
                state,
                expires,
                unread,
                unwritten,
                written,
                SEGMENT,
                0,
                sinceSent,
                sinceReceived,
                sinceAck,
                in,
                out);
    }
}
