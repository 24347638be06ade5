package dev.headroom.probe.os.sockets;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What the kernel answers to a question about sockets. {@link IOException} where it is none of that. */
public final class SockDiagFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        ByteBuffer told = ByteBuffer.wrap(input).order(ByteOrder.nativeOrder());
        Harm.none(input.length, () -> {
            try {
                SockDiag.read(told, input.length, 1, counters -> {
                    counters.turn();
                    counters.isWithinHost();
                    counters.localPort();
                    counters.remotePort();
                });
            } catch (IOException e) {
                return;
            }
        });
    }
}
