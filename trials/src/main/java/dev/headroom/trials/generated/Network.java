package dev.headroom.trials.generated;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A layered queueing network as a service: the stations that a request visits, one after the other or one inside another. */
public final class Network {

    private final JsonNode front;
    private final List<Visit> visits = new ArrayList<>();
    private final Times own;
    private final int slow;
    private final double slower;
    private final AtomicInteger requests = new AtomicInteger();

    private Network(JsonNode root, URI downstream) throws Exception {
        front = root.path("front");
        own = Times.of(front, root, 0);
        slow = root.path("slowRequests").asInt(0);
        slower = root.path("slowMillis").asDouble(0);
        int stream = 1;
        for (JsonNode station : front.path("inside")) {
            visits.add(Visit.of(station, root, downstream, stream));
            stream += 100;
        }
    }

    /**
     * @param json front, with the stations inside it
     * @param downstream which a station of that kind calls
     */
    public static Network of(String json, URI downstream) throws Exception {
        return new Network(JsonMapper.shared().readTree(json), downstream);
    }

    /** Kind of the server that takes the requests. */
    public String front() {
        return front.path("kind").asString();
    }

    /** Its workers. */
    public int workers() {
        return front.path("capacity").asInt(0);
    }

    /** One request. */
    public void serve() throws Exception {
        Times.sleep(own.next());
        if (requests.get() < slow && requests.incrementAndGet() <= slow) {
            Times.sleep(slower);
        }
        for (Visit visit : visits) {
            visit.call();
        }
    }
}
