import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** A service whose requests each sleep on a virtual thread, beside many more virtual threads that wake once in ten seconds. */
public class Crowd {

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        int crowd = Integer.parseInt(arguments[1]);
        long millis = Long.parseLong(arguments[2]);
        for (int i = 0; i < crowd; i++) {
            Thread.ofVirtual().start(() -> {
                while (true) {
                    LockSupport.parkNanos(10_000_000_000L);
                }
            });
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }
}
