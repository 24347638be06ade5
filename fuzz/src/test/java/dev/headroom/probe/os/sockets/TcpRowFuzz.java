package dev.headroom.probe.os.sockets;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** {@code /proc/PID/net/tcp}. There is no exception: what is no row is passed over. */
public final class TcpRowFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        String table = new String(input, StandardCharsets.UTF_8);
        Harm.none(input.length, () -> {
            List<TcpRow> rows = TcpRow.rows(table);
            for (TcpRow row : rows) {
                row.pair();
                TcpRow.shown(row.local());
                TcpRow.shown(row.remote());
            }
            Sockets.of(rows, Set.of("12345"));
        });
    }
}
