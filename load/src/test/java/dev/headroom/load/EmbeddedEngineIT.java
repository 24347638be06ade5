package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import java.time.Duration;
import java.util.List;

class EmbeddedEngineIT extends EngineContract {

    @Override
    LoadEngine engine() {
        return new EmbeddedEngine();
    }

    @Override
    Load load(List<String> paths, int users, Duration length) {
        return Loads.closed(users, new Until.Elapsed(length), Loads.KEEP_ALIVE);
    }

    @Override
    Tells tells() {
        return Tells.AT_ONCE;
    }
}
