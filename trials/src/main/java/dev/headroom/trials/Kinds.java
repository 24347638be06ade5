package dev.headroom.trials;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Services with more than one kind of request. */
final class Kinds {

    private static final int CAPACITY = 6;

    private Kinds() {}

    /** One goes through a semaphore, the other takes a fifth of the time without it. */
    static Work gate(Settings settings) {
        Work guarded = Gates.semaphore(settings);
        Hold light = new Hold(settings.number("delay", 100) / 5.0, "log-normal");
        return routes(Map.of("/guarded", guarded, "/light", light));
    }

    /** Both take a connection, the one for 30 ms, the other for 200 ms. */
    static Work onePool(Settings settings) {
        HikariDataSource orders = Pools.hikariOf("orders", settings.limit(CAPACITY));
        Hold brief = new Hold(30, "constant");
        Hold lengthy = new Hold(200, "constant");
        return routes(Map.of("/view", () -> view(orders, brief), "/order", () -> order(orders, lengthy)));
    }

    private static void view(HikariDataSource orders, Hold hold) throws Exception {
        try (Connection connection = orders.getConnection()) {
            connection.isValid(1);
            hold.serve();
        }
    }

    private static void order(HikariDataSource orders, Hold hold) throws Exception {
        try (Connection connection = orders.getConnection()) {
            connection.isValid(1);
            hold.serve();
        }
    }

    /** The same with one handler for both, on a pool of threads: no line tells them apart. */
    static Work oneLine(Settings settings) {
        ExecutorService pool = Executors.newFixedThreadPool(settings.limit(CAPACITY));
        Map<String, Hold> holds = Map.of("/view", new Hold(30, "constant"), "/order", new Hold(200, "constant"));
        ByPath work = path -> pool.submit(() -> {
                    holds.get(path).serve();
                    return path;
                })
                .get();
        return work;
    }

    /** Nine of ten take 20 ms and no connection; one of ten holds one of three for 300 ms. */
    static Work rare(Settings settings) {
        HikariDataSource orders = Pools.hikariOf("orders", settings.limit(3));
        Hold lengthy = new Hold(300, "constant");
        return routes(Map.of("/view", new Hold(20, "constant"), "/order", () -> order(orders, lengthy)));
    }

    /** 49 of 50 take 100 ms and no permit; one of 50 holds the only one for 80 ms. */
    static Work rarer(Settings settings) {
        Work guarded = Gates.permitted(new Semaphore(settings.limit(1)), new Hold(80, "constant"));
        return routes(Map.of("/view", new Hold(settings), "/order", guarded));
    }

    /** Work that asks for the path. */
    @FunctionalInterface
    private interface ByPath extends Work {
        @Override
        void serve(String path) throws Exception;

        @Override
        default void serve() {
            throw new IllegalStateException("a path is needed");
        }
    }

    /** Each path has work of its own. */
    private static ByPath routes(Map<String, Work> routes) {
        return path -> routes.get(path).serve();
    }
}
