package dev.headroom.lab.store;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Observation.Hang;
import dev.headroom.core.model.Observation.Listener;
import dev.headroom.core.model.Observation.Network;
import dev.headroom.core.model.Observation.Outbound;
import tools.jackson.databind.node.ObjectNode;

/** {@code network} and {@code hangs} of the {@code observation} in {@code run.json}: sockets, and who waits on them for ever. */
final class NetworkJson {

    private NetworkJson() {}

    static ObjectNode write(Network network) {
        ObjectNode json = Out.object();
        json.set("listeners", Out.list(network.listeners(), NetworkJson::listener));
        json.set("outbound", Out.list(network.outbound(), NetworkJson::outbound));
        return json;
    }

    static Network read(In in) throws BadRunFileException {
        return new Network(in.list("listeners", NetworkJson::listener), in.list("outbound", NetworkJson::outbound));
    }

    private static ObjectNode listener(Listener listener) {
        ObjectNode json = Out.object().put("port", listener.port());
        json.set("acceptQueue", Out.number(listener.acceptQueue()));
        json.put("acceptQueueMax", listener.acceptQueueMax()).put("backlog", listener.backlog());
        json.set("overflows", Out.number(listener.overflows()));
        json.set("established", Out.number(listener.established()));
        json.set("unread", Out.number(listener.unread()));
        json.set("latchedShare", Out.number(listener.latchedShare()));
        json.set("maximum", Out.number(listener.maximum()));
        return json;
    }

    private static Listener listener(In in) throws BadRunFileException {
        return new Listener(
                in.integer("port"),
                in.number("acceptQueue"),
                in.integer("acceptQueueMax"),
                in.integer("backlog"),
                in.number("overflows"),
                in.number("established"),
                in.number("unread"),
                in.number("latchedShare"),
                in.optionalInteger("maximum"));
    }

    private static ObjectNode outbound(Outbound outbound) {
        ObjectNode json = Out.object().put("target", outbound.target());
        json.set("established", Out.number(outbound.established()));
        json.set("opened", Out.number(outbound.opened()));
        json.set("handshakes", Out.number(outbound.handshakes()));
        json.set("handshakeTime", Out.number(outbound.handshakeTime()));
        json.set("growth", Out.number(outbound.growth()));
        return json;
    }

    private static Outbound outbound(In in) throws BadRunFileException {
        return new Outbound(
                in.text("target"),
                in.number("established"),
                in.number("opened"),
                in.number("handshakes"),
                in.number("handshakeTime"),
                in.number("growth"));
    }

    static ObjectNode hang(Hang hang) {
        ObjectNode json = Out.object()
                .put("pool", hang.pool())
                .put("workers", hang.workers())
                .put("target", hang.target())
                .put("frame", hang.frame());
        json.set("atLeast", Out.seconds(hang.atLeast()));
        return json.put("bounded", hang.bounded()).put("activity", Ids.of(hang.activity()));
    }

    static Hang hang(In in) throws BadRunFileException {
        return new Hang(
                in.text("pool"),
                in.integer("workers"),
                in.text("target"),
                in.text("frame"),
                in.seconds("atLeast"),
                in.flag("bounded"),
                in.constant(Activity.class, "activity"));
    }
}
