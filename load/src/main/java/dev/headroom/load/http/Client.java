package dev.headroom.load.http;

import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.result.ErrorKind;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP client that sends the requests of a mix over and over, all on the loop's thread. It never waits for a connection: where none is idle
 * it opens one, and with HTTP/2 where all have as many requests under way as the service allows.
 *
 * <p>The server may close an idle connection in the very moment in which a request goes out on it. As browsers and Go's client (so k6)
 * do, such a request is sent once more, on a new connection, if it is idempotent and not a byte of an answer had come; its time runs on
 * from the first sending. wrk counts it as an error. Other than theirs, a connection that closes while the service may be at work on the
 * request is an error here too.
 */
public final class Client {

    /** How long to wait for the server to close a connection that is done with: whoever closes first keeps the port in TIME_WAIT. */
    private static final long LINGER = 1_000_000_000;

    /** A close that crossed the request is read within one round trip, which no answer is quicker than; or within this, where both sides are slow to look. */
    private static final long CROSSING = 100_000_000;

    private final Loop loop;
    private final Target target;
    private final List<WireRequest> requests;
    private final boolean newConnectionPerRequest;
    private final boolean http2;
    /** 0 for none of its own: then the timeout of the request counts. */
    private final int connectTimeoutMillis;

    private final Deadlines<Exchange> inFlight;
    private final Deadlines<Connection> parting = new Deadlines<>(LINGER);
    private final Set<Connection> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private long opened;
    private int streams;
    private long quickest = Long.MAX_VALUE;

    public Client(Loop loop, Mix mix, Transport transport) {
        this.loop = loop;
        this.target = Target.of(mix, transport);
        this.newConnectionPerRequest = transport.newConnectionPerRequest();
        this.http2 = transport.http2();
        this.streams = http2 ? Http2Connection.STREAMS_UNTIL_TOLD : 1;
        this.requests = mix.parts().stream()
                .map(part -> new WireRequest(part.request(), newConnectionPerRequest))
                .toList();
        if (transport.timeout().isNegative() || transport.timeout().isZero()) {
            throw new IllegalArgumentException("the request timeout must be positive, but is " + transport.timeout());
        }
        this.inFlight = new Deadlines<>(transport.timeout().toNanos());
        this.connectTimeoutMillis = transport
                .connectTimeout()
                .filter(timeout -> timeout.compareTo(transport.timeout()) < 0)
                .map(timeout -> (int) Math.max(1, timeout.toMillis()))
                .orElse(0);
    }

    WireRequest request(Exchange exchange) {
        WireRequest own = exchange.request;
        return own == null ? requests.get(exchange.kind) : own;
    }

    public void send(Exchange exchange) {
        inFlight.add(exchange, exchange.begun);
        place(exchange);
    }

    /** Onto a connection that can take it, or a new one. */
    void place(Exchange exchange) {
        Connection idle = newConnectionPerRequest ? null : exchange.home.take(null);
        if (idle != null) {
            idle.carry(exchange);
        } else {
            connect(exchange);
        }
    }

    /** Ends requests whose timeout is over; to be called every few milliseconds. */
    public void expire(long now) {
        inFlight.expire(now, exchange -> {
            Connection connection = exchange.connection;
            boolean connected = connection != null && connection.isReady();
            if (connection != null) {
                connection.abandon(exchange);
                vacant(connection, exchange);
            }
            RequestOutcome.Failed late = connected
                    ? new RequestOutcome.Failed(ErrorKind.TIMEOUT, "no whole answer in time")
                    : new RequestOutcome.Failed(ErrorKind.CONNECT_TIMEOUT, "no connection in time");
            end(exchange, late, now);
        });
        parting.expire(now, Connection::close);
    }

    /** Breaks everything off: each request in flight ends with {@code outcome}. */
    public void close(RequestOutcome outcome) {
        inFlight.clear(exchange -> {
            Connection connection = exchange.connection;
            if (connection != null) {
                connection.abandon(exchange);
            }
            end(exchange, outcome, System.nanoTime());
        });
        List.copyOf(open).forEach(Connection::close);
    }

    String scheme() {
        return target.tls().isPresent() ? "https" : "http";
    }

    /** Connections opened so far. */
    public long opened() {
        return opened;
    }

    /** How many requests at a time a connection can carry, as far as the service has told. */
    public int streams() {
        return streams;
    }

    // What connections report

    void answered(Connection connection, Exchange exchange, RequestOutcome.Answered answer, boolean keepAlive) {
        long now = System.nanoTime();
        quickest = Math.min(quickest, now - exchange.sent);
        inFlight.remove(exchange);
        if (keepAlive && !newConnectionPerRequest) {
            exchange.home.give(connection);
        } else {
            connection.part();
        }
        end(exchange, answer, now);
    }

    /** @param mayGoAgain the service has not seen it, or sending it twice does the same as once */
    void failed(Exchange exchange, RequestOutcome.Failed failure, boolean mayGoAgain) {
        if (mayGoAgain && !exchange.retried) {
            exchange.retried = true;
            again(exchange);
        } else {
            inFlight.remove(exchange);
            end(exchange, failure, System.nanoTime());
        }
    }

    /** One of HTTP/1.1 goes onto a new connection, for others that are idle may be closed by now too; of many of HTTP/2 the first opens one, and the others follow it. */
    private void again(Exchange exchange) {
        Connection other = http2 && !newConnectionPerRequest ? exchange.home.take(exchange.connection) : null;
        if (other != null) {
            other.carry(exchange);
        } else {
            connect(exchange);
        }
    }

    /** Whether the service can have closed the connection before the request came to it. */
    boolean mayHaveCrossed(Exchange exchange) {
        long since = System.nanoTime() - exchange.sent;
        return since <= CROSSING || since <= quickest;
    }

    /** A connection that has answered its last request, for the service to close. */
    void parting(Connection connection) {
        parting.add(connection, System.nanoTime());
    }

    /** The service allows so many requests at a time on a connection. */
    void allowed(int most) {
        streams = most;
    }

    /** One request less is under way on a connection that goes on. */
    void vacant(Connection connection, Exchange exchange) {
        if (!newConnectionPerRequest && connection.room() > 0) {
            exchange.home.give(connection);
        }
    }

    void closed(Connection connection) {
        open.remove(connection);
        parting.remove(connection);
    }

    private void end(Exchange exchange, RequestOutcome outcome, long now) {
        loop.guarded(() -> exchange.end(outcome, now)).run();
    }

    private void connect(Exchange exchange) {
        Connection connection = http2 ? new Http2Connection(this) : new Http1Connection(this);
        exchange.connection = connection;
        SocketChannel channel;
        try {
            channel = loop.newChannel();
        } catch (RuntimeException e) { // out of descriptors
            failed(exchange, ConnectionFailures.connecting(e), false);
            return;
        }
        channel.config().setConnectTimeoutMillis(connectTimeoutMillis).setTcpNoDelay(true);
        SslHandler tls = tls(channel);
        if (tls != null) {
            channel.pipeline().addLast(tls);
        }
        channel.pipeline().addLast(connection);
        open.add(connection);
        opened++;
        connection.carry(exchange);
        vacant(connection, exchange);
        connection.open(channel, tls, loop, target.address());
    }

    private @Nullable SslHandler tls(SocketChannel channel) {
        return target.tls()
                .map(context -> {
                    SslHandler handler = context.newHandler(channel.alloc(), target.host(), target.port());
                    handler.setHandshakeTimeoutMillis(0); // the request's own timeout counts
                    return handler;
                })
                .orElse(null);
    }
}
