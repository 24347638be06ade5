package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Bridge;
import dev.headroom.agent.jvm.Identity;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What other Headrooms had moved when this one came, or have since: what it has seen of these is not what they are. Keeps none of it from being collected. */
final class Others {

    private final Object agent;
    private final Set<Identity> seen = new HashSet<>();

    /** @param agent for which limits are claimed here */
    Others(Object agent) {
        this.agent = agent;
        meet();
    }

    /** What they move now as well. */
    void meet() {
        List<Object> now = Bridge.claimedByOthers(agent);
        synchronized (this) {
            seen.removeIf(Identity::isGone);
            now.forEach(object -> seen.add(new Identity(object)));
        }
    }

    synchronized boolean have(Object object) {
        return seen.contains(new Identity(object));
    }
}
