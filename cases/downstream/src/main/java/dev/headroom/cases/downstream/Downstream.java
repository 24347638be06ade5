package dev.headroom.cases.downstream;

import java.net.BindException;

/**
 * Starts the simulator: {@code java -jar downstream.jar --server.port=8090 --delay=330ms --jitter=5ms --seed=1}.
 *
 * <p>Exit code 2 says that an argument was wrong, 1 that the port could not be had.
 */
public final class Downstream {
    private Downstream() {}

    public static void main(String[] args) {
        try {
            Server server = Server.start(args);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
            System.out.println("downstream listens on " + server.uri() + " with " + server.settings());
        } catch (IllegalArgumentException mistake) {
            fail(2, mistake.getMessage() + System.lineSeparator() + Settings.USAGE);
        } catch (BindException taken) {
            fail(1, taken.getMessage());
        }
    }

    private static void fail(int code, String message) {
        System.err.println("downstream: " + message);
        System.exit(code);
    }
}
