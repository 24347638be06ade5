package dev.headroom.trials.generated;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import tools.jackson.databind.JsonNode;

/** What a request does at a station: it takes one unit, works, visits what is inside, gives the unit back, and may go on for a while without it. */
final class Visit implements Callable<Void> {

    private final Holder holder;
    private final Times times;
    private final boolean burns;
    private final double outside;
    private final List<Visit> inside = new ArrayList<>();

    private Visit(Holder holder, Times times, boolean burns, double outside) {
        this.holder = holder;
        this.times = times;
        this.burns = burns;
        this.outside = outside;
    }

    static Visit of(JsonNode station, JsonNode root, URI downstream, int stream) throws Exception {
        Visit visit = new Visit(
                Holders.of(station, downstream),
                Times.of(station, root, stream),
                station.path("kind").asString().equals("cpu"),
                station.path("outside").asDouble(0));
        int next = stream + 1;
        for (JsonNode inner : station.path("inside")) {
            visit.inside.add(of(inner, root, downstream, next));
            next += 10;
        }
        return visit;
    }

    @Override
    public Void call() throws Exception {
        double time = times.next();
        holder.hold(() -> {
            work((1 - outside) * time);
            for (Visit visit : inside) {
                visit.call();
            }
            return null;
        });
        Times.sleep(outside * time);
        return null;
    }

    private void work(double millis) throws InterruptedException {
        if (burns) {
            Burning.burn(millis);
        } else {
            Times.sleep(millis);
        }
    }
}
