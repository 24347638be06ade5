package dev.headroom.examples.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** An empty PostgreSQL that listens on the port given as {@code --server.port}, and ends with this JVM. */
public final class Postgres {

    private static final String PORT = "--server.port=";

    private Postgres() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int port = 5432;
        for (String argument : arguments) {
            if (argument.startsWith(PORT)) {
                port = Integer.parseInt(argument.substring(PORT.length()));
            }
        }
        EmbeddedPostgres.builder()
                .setPort(port)
                .setServerConfig("fsync", "off") // it is gone when the run is over
                .setServerConfig("max_connections", "200")
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
        System.out.println("PostgreSQL listens on port " + port);
        new CountDownLatch(1).await();
    }
}
