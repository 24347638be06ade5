package dev.headroom.probe.target;

import com.google.common.util.concurrent.RateLimiter;
import com.zaxxer.hikari.HikariDataSource;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** More callers than the limits of libraries let through. */
public final class Libraries {

    /** Long beside the time in which a busy machine wakes the next holder. */
    private static final int MILLIS = 160;

    private Libraries() {}

    public static void main(String[] arguments) throws Exception {
        HikariDataSource orders = Fakes.hikari("orders", 4, () -> Fakes.connection(() -> {}));
        HikariDataSource users = Fakes.hikari("users", 7, () -> Fakes.connection(() -> {}));
        run("orders", 9, () -> order(orders));
        run("users", 12, () -> user(users));
        GenericObjectPool<String> objects = new GenericObjectPool<>(new Objects());
        objects.setMaxTotal(5);
        run("objects", 8, () -> borrow(objects));
        Bulkhead bulkhead = Bulkhead.of(
                "guarded",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(6)
                        .maxWaitDuration(Duration.ofSeconds(30))
                        .build());
        run("bulkhead", 9, () -> bulkhead.executeCallable(Libraries::work));
        io.github.resilience4j.ratelimiter.RateLimiter rate = io.github.resilience4j.ratelimiter.RateLimiter.of(
                "hundred",
                RateLimiterConfig.custom()
                        .limitForPeriod(10)
                        .limitRefreshPeriod(Duration.ofMillis(100))
                        .timeoutDuration(Duration.ofSeconds(30))
                        .build());
        run("rate", 5, () -> rate.acquirePermission(1));
        RateLimiter guava = RateLimiter.create(50);
        run("guava", 4, guava::acquire);
        com.sun.net.httpserver.HttpServer server =
                com.sun.net.httpserver.HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 50);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            try {
                work();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        CloseableHttpClient client = HttpClients.createDefault();
        run("client", 8, () -> client.execute(new HttpGet(url), response -> response.getCode()));
        OkHttpClient ok = new OkHttpClient();
        run("ok", 9, () -> ask(ok, url));
        System.out.println("port " + server.getAddress().getPort());
    }

    private static Object work() throws InterruptedException {
        Thread.sleep(MILLIS);
        return "";
    }

    private static Object order(DataSource source) throws Exception {
        try (Connection connection = source.getConnection()) {
            work();
            return connection;
        }
    }

    private static Object user(DataSource source) throws Exception {
        try (Connection connection = source.getConnection()) {
            work();
            return connection;
        }
    }

    private static Object borrow(GenericObjectPool<String> objects) throws Exception {
        String object = objects.borrowObject();
        try {
            return work();
        } finally {
            objects.returnObject(object);
        }
    }

    private static Object ask(OkHttpClient client, String url) throws Exception {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        client.newCall(new Request.Builder().url(url).build()).enqueue(new Callback() {
            @Override
            public void onFailure(Call call, java.io.IOException e) {
                answer.completeExceptionally(e);
            }

            @Override
            public void onResponse(Call call, Response response) {
                response.close();
                answer.complete(response.code());
            }
        });
        return answer.get();
    }

    private static final class Objects extends BasePooledObjectFactory<String> {
        @Override
        public String create() {
            return new String("object");
        }

        @Override
        public PooledObject<String> wrap(String object) {
            return new DefaultPooledObject<>(object);
        }
    }

    private static void run(String name, int callers, Callable<?> call) {
        ExecutorService pool = Executors.newFixedThreadPool(callers, task -> new Thread(task, name + "-1"));
        for (int i = 0; i < callers; i++) {
            pool.submit(() -> {
                while (true) {
                    call.call();
                }
            });
        }
    }
}
