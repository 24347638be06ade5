package dev.headroom.probe.wire;

import java.io.DataInputStream;
import java.io.IOException;

/** The agent's opening words. */
public record Hello(boolean sample, long pid, String version, String vendor) {

    private static final int MAGIC = 0x48656164;
    public static final int VERSION = 16;
    private static final int ROLE_SAMPLE = 2;

    /** @throws IOException where it is no agent of this build */
    static Hello read(DataInputStream in) throws IOException {
        if (in.readInt() != MAGIC) {
            throw new IOException("the peer is not a Headroom agent");
        }
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("the agent speaks version " + version + " of the protocol, not " + VERSION);
        }
        boolean sample = (in.readByte() & ROLE_SAMPLE) != 0;
        return new Hello(sample, in.readLong(), in.readUTF(), in.readUTF());
    }
}
