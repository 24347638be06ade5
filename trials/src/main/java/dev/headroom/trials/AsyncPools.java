package dev.headroom.trials;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.support.ConnectionPoolSupport;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.Connection;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Pools of connections whose drivers do not block. */
final class AsyncPools {

    private static final int CONNECTIONS = 8;

    private AsyncPools() {}

    /** The query of a real database takes the time. */
    static Work r2dbc(Settings settings) throws IOException {
        EmbeddedPostgres database = Pools.database();
        ConnectionPool pool = new ConnectionPool(ConnectionPoolConfiguration.builder(
                        new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                                .host("localhost")
                                .port(database.getPort())
                                .username("postgres")
                                .database("postgres")
                                .build()))
                .name("orders")
                .initialSize(CONNECTIONS)
                .maxSize(settings.twin() ? 80 : CONNECTIONS)
                .build());
        String query = "select 1 from pg_sleep(" + settings.number("delay", 100) / 1000.0 + ")";
        return () -> Mono.usingWhen(
                        pool.create(),
                        connection -> Flux.from(
                                        connection.createStatement(query).execute())
                                .flatMap(result -> result.map((row, metadata) -> 1))
                                .then(),
                        Connection::close)
                .block();
    }

    /** Lettuce's connections in a pool of commons-pool2. */
    static Work lettuce(Settings settings) throws IOException {
        int port = redis(new Hold(settings));
        RedisClient client = RedisClient.create("redis://127.0.0.1:" + port);
        client.setOptions(
                ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build());
        GenericObjectPoolConfig<StatefulRedisConnection<String, String>> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(settings.twin() ? 80 : CONNECTIONS);
        config.setMaxIdle(settings.twin() ? 80 : CONNECTIONS);
        GenericObjectPool<StatefulRedisConnection<String, String>> pool =
                ConnectionPoolSupport.createGenericObjectPool(client::connect, config);
        return () -> {
            try (StatefulRedisConnection<String, String> connection = pool.borrowObject()) {
                connection.sync().get("order");
            }
        };
    }

    /** As much of a Redis as the client needs: it answers GET after the delay, and PING and the like at once. */
    private static int redis(Hold hold) throws IOException {
        ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        OwnGates.daemon("redis", () -> {
            while (true) {
                Socket socket = server.accept();
                OwnGates.daemon("redis-connection", () -> answer(socket, hold));
            }
        });
        return server.getLocalPort();
    }

    /** A command is {@code *n}, and for each of its n words its length and the word, a line each. */
    private static void answer(Socket socket, Hold hold) throws Exception {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int words = Integer.parseInt(line.substring(1));
                String command = "";
                for (int word = 0; word < words; word++) {
                    in.readLine();
                    String text = in.readLine();
                    command = word == 0 ? text : command;
                }
                boolean get = command.equals("GET");
                if (get) {
                    hold.serve();
                }
                socket.getOutputStream()
                        .write((get ? "$4\r\ndone\r\n" : "+OK\r\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
    }
}
