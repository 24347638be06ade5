import io.vertx.core.http.*;
import java.net.URI;
import java.util.concurrent.CountDownLatch;

/** Closed load by Vert.x, one event loop with native transport. Arguments: URI, users, iterations. */
public class Vertx {

    static HttpClient client;
    static RequestOptions request;
    static CountDownLatch left;

    public static void main(String[] arguments) throws Exception {
        URI uri = URI.create(arguments[0]);
        int users = Integer.parseInt(arguments[1]);
        int iterations = Integer.parseInt(arguments[2]);
        left = new CountDownLatch(users);
        request = new RequestOptions().setHost(uri.getHost()).setPort(uri.getPort()).setURI(uri.getPath());
        var vertx = io.vertx.core.Vertx.vertx(
                new io.vertx.core.VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
        client = vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(users));
        long start = System.nanoTime();
        vertx.getOrCreateContext().runOnContext(go -> {
            for (int user = 0; user < users; user++) {
                send(iterations);
            }
        });
        left.await();
        System.out.printf("rate=%.1f%n", users * iterations / ((System.nanoTime() - start) / 1e9));
        vertx.close().await();
    }

    static void send(int iterations) {
        if (iterations == 0) {
            left.countDown();
            return;
        }
        client.request(request)
                .compose(HttpClientRequest::send)
                .compose(HttpClientResponse::end)
                .onSuccess(end -> send(iterations - 1))
                .onFailure(failure -> {
                    failure.printStackTrace();
                    System.exit(1);
                });
    }
}
