package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.load.users.Population;

/** The engine that a load asks for: a script goes to its tool, everything else to our own. */
public final class Engines implements LoadEngine {

    private final LoadEngine own = new EmbeddedEngine();
    private final LoadEngine tools = new ToolEngine();

    @Override
    public RunningLoad start(Mix mix, Load load, Population population) {
        return (load instanceof Load.Tool ? tools : own).start(mix, load, population);
    }
}
