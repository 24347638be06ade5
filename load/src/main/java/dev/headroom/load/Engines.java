package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.load.process.TimeAllowed;
import dev.headroom.load.tools.ToolProcess;
import dev.headroom.load.users.Population;
import java.io.IOException;
import java.time.Duration;

/** The engine that a load asks for: a script goes to its tool, which runs as a child, everything else to our own. */
public final class Engines implements LoadEngine {

    private final LoadEngine own = new EmbeddedEngine();
    private final Duration around;

    public Engines() {
        this(TimeAllowed.START_AND_END);
    }

    /** @param around time for a tool to start and to end */
    Engines(Duration around) {
        this.around = around;
    }

    @Override
    public RunningLoad start(Mix mix, Load load, Population population) {
        if (!(load instanceof Load.Tool tool)) {
            return own.start(mix, load, population);
        }
        LoadCheck.check(load);
        try {
            ToolLoad running =
                    new ToolLoad(ToolProcess.start(tool, mix.parts().getFirst().request()), tool, around);
            running.start();
            return running;
        } catch (IOException e) {
            throw new IllegalArgumentException(tool.program().tool() + " could not be started: " + e.getMessage(), e);
        }
    }
}
