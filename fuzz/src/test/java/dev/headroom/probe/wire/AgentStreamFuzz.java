package dev.headroom.probe.wire;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.core.text.Secrets;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.look.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** What an agent sends after its hello. {@link IOException} where it is no agent of this build. */
public final class AgentStreamFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Harm.none(input.length, () -> {
            try {
                DataInputStream in = new DataInputStream(new ByteArrayInputStream(input));
                new AgentStream(in, looking(), new Moving(OutputStream.nullOutputStream()), Secrets::hideIn).run();
            } catch (IOException e) {
                return;
            }
        });
    }

    static Receiver looking() {
        return new Looking();
    }

    private static final class Looking implements Receiver {

        @Override
        public void look(Snapshot look) {
            for (Snapshot.PoolLook pool : look.pools()) {
                if (!Double.isFinite(pool.active())) {
                    throw new AssertionError(pool.name() + " has " + pool.active() + " at work");
                }
            }
        }

        @Override
        public void thread(long id, String pool) {
            // kept by the watch, so many
        }

        @Override
        public void jvm(int processors, List<String> arguments) {
            // kept by the watch, once
        }

        @Override
        public void flight(Path repository) {
            // which is looked at where it is opened
        }

        @Override
        public void note(String text) {
            // for the reader
        }
    }
}
