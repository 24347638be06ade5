package dev.headroom.probe.watch;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Network.Listener;
import dev.headroom.core.model.observation.Network.Outbound;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.os.requests.CallWatch;
import dev.headroom.probe.os.sockets.SocketWatch;
import dev.headroom.probe.os.sockets.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The sockets of a window. The JVM's event for a TLS handshake has no length, so its time is by Little's law: threads in a
 * handshake, from their stacks, over handshakes per second.
 *
 * @param looks of the window
 * @param handshakes of the window, by port: the event names the host as the caller did, the kernel by its address
 */
record Traffic(
        SocketWatch sockets, CallWatch calls, Window window, List<Snapshot> looks, Map<Integer, Long> handshakes) {

    /** {@code http-nio-8080-Acceptor}. */
    private static final Pattern ACCEPTOR = Pattern.compile(Libraries.packed().text("acceptor-threads"));

    /** An acceptor stands here, and not in accept, while the maximum of connections is reached. */
    private static final String[] LATCH = Libraries.packed().words("latched").toArray(String[]::new);

    private static final String HANDSHAKE = ".startHandshake";

    /** @param name of a remote end, as the timed reads name it */
    Network network(UnaryOperator<String> name) {
        return sockets.isSeen() ? new Network(listeners(), outbound(name)) : Network.NONE;
    }

    private List<Listener> listeners() {
        List<SocketWatch.Port> ports = sockets.ports(window);
        double overflows = sockets.overflows(window);
        // the kernel counts those of all processes together: where nothing was seen to wait they are somebody else's
        return ports.stream()
                .map(port -> new Listener(
                        port.number(),
                        port.acceptQueue(),
                        port.acceptQueueMax(),
                        port.backlog(),
                        port.acceptQueueMax() > 0 ? overflows : 0,
                        port.established(),
                        port.unread(),
                        OverTime.mean(looks, window, look -> isLatched(look, port.number()) ? 1 : 0),
                        maximum(port.number())))
                .toList();
    }

    private OptionalInt maximum(int port) {
        return looks.stream()
                .flatMap(look -> look.connectors().stream())
                .filter(connector -> connector.port() == port)
                .map(Snapshot.Connector::maximum)
                .reduce((earlier, later) -> later)
                .orElse(OptionalInt.empty());
    }

    /** By the connector's own count where it keeps one, else by the stack of its acceptor. */
    static boolean isLatched(Snapshot look, int port) {
        if (look.connectors().stream().anyMatch(connector -> connector.port() == port)) {
            return look.connectors().stream().anyMatch(connector -> connector.port() == port && connector.full());
        }
        return look.pools().stream().anyMatch(pool -> {
            Matcher acceptor = ACCEPTOR.matcher(pool.name());
            return acceptor.matches()
                    && acceptor.group(1).equals(Integer.toString(port))
                    && pool.stacks().keySet().stream().anyMatch(stack -> stack.has(LATCH));
        });
    }

    private List<Outbound> outbound(UnaryOperator<String> name) {
        List<SocketWatch.Remote> remotes = sockets.remotes(window);
        double seconds = window.seconds();
        double[] rates = remotes.stream()
                .mapToDouble(remote -> handshakes.getOrDefault(Targets.port(remote.target()), 0L) / seconds)
                .toArray();
        double all = Arrays.stream(rates).sum();
        double time = all > 0 ? shaking() / all : 0;
        List<Outbound> found = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            SocketWatch.Remote remote = remotes.get(i);
            found.add(new Outbound(
                    name.apply(remote.target()),
                    remote.established(),
                    Math.max(remote.opened(), rates[i]), // a connection that was reset leaves no trace but this
                    rates[i],
                    rates[i] > 0 ? time : 0,
                    remote.growth(),
                    calls.inUse(remote.end(), window),
                    calls.callee(remote.end(), window)));
        }
        return found;
    }

    /** Threads in a handshake, on average. */
    private double shaking() {
        Set<Stack> shaking = WaitedLooks.stacks(looks, pool -> true)
                .filter(stack -> stack.frames().stream().anyMatch(frame -> frame.endsWith(HANDSHAKE)))
                .collect(Collectors.toSet());
        return OverTime.mean(looks, window, look -> look.workers(shaking::contains));
    }
}
