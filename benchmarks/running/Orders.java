import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** A service with a limit that can be moved: requests on 50 threads wait for a pool of four, each of which takes 20 ms. */
public class Orders {

    public static void main(String[] arguments) throws Exception {
        var orders = (ThreadPoolExecutor) Executors.newFixedThreadPool(4);
        var server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 100);
        server.setExecutor(Executors.newFixedThreadPool(50));
        server.createContext("/", exchange -> {
            try {
                orders.submit(() -> {
                            Thread.sleep(20);
                            return null;
                        })
                        .get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        System.out.println("ready");
    }
}
