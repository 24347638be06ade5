package dev.headroom.agent;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.agent.wire.Wire;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/** What Headroom says to its agent, read within the service. {@link IOException} where it is no Headroom of this build. */
public final class CommandFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Harm.none(input.length, () -> {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(input));
            try {
                for (int type = in.read(); type >= 0 && type != Wire.GOODBYE; type = in.read()) {
                    Command command = Command.read(type, in);
                    if ((command.order() == null) == (type == Wire.MOVE)
                            || (command.occupation() == null) == (type == Wire.OCCUPY)) {
                        throw new AssertionError(command + " of type " + type);
                    }
                }
            } catch (IOException e) {
                return;
            }
        });
    }
}
