package dev.headroom.cli.screen;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers whether it could be written: a {@link java.io.PrintStream} hides that. */
public final class StandardOutput extends FilterOutputStream {

    /** What the kernel says (EPIPE) where the reader has gone, as {@code head} does. */
    private static final String NO_READER = "Broken pipe";

    private @Nullable IOException fault;

    StandardOutput(OutputStream out) {
        super(out);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            fault = fault == null ? e : fault;
            throw e;
        }
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    /** Why not all of it was written; empty where it was, and where the reader wanted no more. */
    public synchronized Optional<String> fault() {
        return Optional.ofNullable(fault)
                .map(why -> String.valueOf(why.getMessage()))
                .filter(why -> !why.contains(NO_READER));
    }
}
