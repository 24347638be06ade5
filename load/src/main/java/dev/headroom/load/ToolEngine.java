package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.load.process.TimeAllowed;
import dev.headroom.load.tools.ToolProcess;
import dev.headroom.load.users.Population;
import java.io.IOException;
import java.time.Duration;

/** Load tools of others, which run as children. */
public final class ToolEngine implements LoadEngine {

    private final Duration around;

    public ToolEngine() {
        this(TimeAllowed.START_AND_END);
    }

    /** @param around time for a tool to start and to end */
    ToolEngine(Duration around) {
        this.around = around;
    }

    @Override
    public RunningLoad start(Mix mix, Load load, Population population) {
        LoadCheck.check(load);
        if (!(load instanceof Load.Tool tool)) {
            throw new IllegalArgumentException("only a script can be given to a load tool");
        }
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
