package dev.headroom.lab.store;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Load.Until;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A load in {@code run.json}; times in seconds, rates per second. */
final class LoadJson {

    private LoadJson() {}

    static ObjectNode write(Load load) {
        ObjectNode json = Out.object();
        switch (load) {
            case Load.Open open ->
                json.put("model", "open")
                        .put("rate", open.rate().perSecond())
                        .set("duration", Out.seconds(open.duration()));
            case Load.Closed closed -> {
                json.put("model", "closed").put("users", closed.users());
                json.set("rampUp", Out.seconds(closed.rampUp()));
                json.set("thinkTime", Out.seconds(closed.thinkTime()));
                json.set("until", until(closed.until()));
            }
        }
        Load.Transport transport = load.transport();
        json.set("timeout", Out.seconds(transport.timeout()));
        json.set("drain", Out.seconds(transport.drain()));
        json.set("connectTimeout", Out.optional(transport.connectTimeout(), Out::seconds));
        json.put("newConnectionPerRequest", transport.newConnectionPerRequest());
        json.put("trustAnyCertificate", transport.trustAnyCertificate());
        json.set("warmUp", Out.optional(load.warmUp(), LoadJson::warmUp));
        return json;
    }

    static Load read(In in) throws BadRunFileException {
        Duration timeout = in.seconds("timeout");
        Load.Transport transport = new Load.Transport(
                timeout,
                in.seconds("drain"),
                in.flag("newConnectionPerRequest"),
                in.flag("trustAnyCertificate"),
                in.isNull("connectTimeout") ? Optional.empty() : Optional.of(in.seconds("connectTimeout")));
        var warmUp = in.optional("warmUp", w -> new Load.WarmUp(w.integer("users"), w.seconds("duration")));
        String model = in.text("model");
        return switch (model) {
            case "open" -> new Load.Open(in.rate("rate"), in.seconds("duration"), transport, warmUp);
            case "closed" ->
                new Load.Closed(
                        in.integer("users"),
                        in.seconds("rampUp"),
                        in.seconds("thinkTime"),
                        until(in.object("until")),
                        transport,
                        warmUp);
            default -> throw new BadRunFileException("expected an open or closed load, found " + model);
        };
    }

    private static ObjectNode until(Until until) {
        ObjectNode json = Out.object();
        switch (until) {
            case Until.Iterations iterations -> json.put("iterations", iterations.perUser());
            case Until.Requests requests -> json.put("requests", requests.total());
            case Until.Elapsed elapsed -> json.set("elapsed", Out.seconds(elapsed.duration()));
        }
        return json;
    }

    private static Until until(In in) throws BadRunFileException {
        if (!in.isNull("iterations")) {
            return new Until.Iterations(in.integer("iterations"));
        }
        return in.isNull("requests")
                ? new Until.Elapsed(in.seconds("elapsed"))
                : new Until.Requests(in.whole("requests"));
    }

    private static ObjectNode warmUp(Load.WarmUp warmUp) {
        ObjectNode json = Out.object().put("users", warmUp.users());
        json.set("duration", Out.seconds(warmUp.duration()));
        return json;
    }
}
