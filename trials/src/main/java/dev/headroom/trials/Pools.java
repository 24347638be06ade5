package dev.headroom.trials;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.tomcat.jdbc.pool.PoolProperties;

/** Pools of database connections and of other objects. */
final class Pools {

    static final String H2 = "jdbc:h2:mem:trial;DB_CLOSE_DELAY=-1";
    private static final int LEAKED = 15;

    private Pools() {}

    static HikariDataSource hikariOf(String name, int size) {
        return hikariOf(name, size, H2);
    }

    private static HikariDataSource hikariOf(String name, int size, String url) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(Duration.ofMinutes(2).toMillis());
        return new HikariDataSource(config);
    }

    static Work hikari(Settings settings, int size) {
        return holding(hikariOf("orders", settings.limit(size)), settings);
    }

    /** Two pools of one class: of the one there is plenty, of the other not. */
    static Work two(Settings settings) {
        HikariDataSource customers = hikariOf("customers", 40);
        Work orders = holding(hikariOf("orders", settings.limit(8)), settings);
        return () -> {
            try (Connection connection = customers.getConnection()) {
                connection.isValid(1);
            }
            orders.serve();
        };
    }

    /** Of 20 connections 15 were taken and never given back. */
    static Work leak(Settings settings) throws Exception {
        HikariDataSource orders = hikariOf("orders", settings.limit(20));
        for (int i = 0; i < LEAKED && !settings.twin(); i++) {
            Forgotten.KEPT.add(orders.getConnection());
        }
        return holding(orders, settings);
    }

    /** A cache that fills while the load goes on: what it has not yet takes three times as long. */
    static Work warming(Settings settings) {
        HikariDataSource orders = hikariOf("orders", settings.limit(6));
        Set<Integer> cached = ConcurrentHashMap.newKeySet();
        Hold hold = new Hold(settings);
        return () -> {
            try (Connection connection = orders.getConnection()) {
                connection.isValid(1);
                if (cached.add(ThreadLocalRandom.current().nextInt(1000))) {
                    hold.serve();
                    hold.serve();
                }
                hold.serve();
            }
        };
    }

    static Work dbcp(Settings settings) {
        BasicDataSource orders = new BasicDataSource();
        orders.setUrl(H2);
        orders.setMaxTotal(settings.limit(8));
        orders.setMaxIdle(settings.limit(8));
        return holding(orders, settings);
    }

    static Work tomcatJdbc(Settings settings) {
        PoolProperties properties = new PoolProperties();
        properties.setUrl(H2);
        properties.setDriverClassName("org.h2.Driver");
        properties.setMaxActive(settings.limit(8));
        properties.setMaxWait((int) Duration.ofMinutes(2).toMillis());
        return holding(new org.apache.tomcat.jdbc.pool.DataSource(properties), settings);
    }

    /** The connection is used, and held while something else is done. */
    static Work holding(DataSource source, Settings settings) {
        Hold hold = new Hold(settings);
        return () -> {
            try (Connection connection = source.getConnection();
                    PreparedStatement statement = connection.prepareStatement("select 1")) {
                statement.executeQuery().close();
                hold.serve();
            }
        };
    }

    /** A real database, whose query takes the time. */
    static Work postgres(Settings settings) throws Exception {
        HikariDataSource orders =
                hikariOf("orders", settings.twin() ? 80 : 10, database().getJdbcUrl("postgres", "postgres"));
        double seconds = settings.number("delay", 100) / 1000.0;
        return () -> {
            try (Connection connection = orders.getConnection();
                    PreparedStatement statement = connection.prepareStatement("select pg_sleep(?)")) {
                statement.setDouble(1, seconds);
                statement.executeQuery().close();
            }
        };
    }

    static EmbeddedPostgres database() throws IOException {
        return EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "250")
                .setServerConfig("fsync", "off")
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
    }

    /** Every request changes the same row and keeps its lock; in the twin each has a row of its own. */
    static Work rowLock(Settings settings) throws Exception {
        HikariDataSource orders = hikariOf("orders", 80, database().getJdbcUrl("postgres", "postgres"));
        try (Connection connection = orders.getConnection()) {
            connection
                    .createStatement()
                    .execute("create table stock as select id, 0 as sold from generate_series(0, 999) as id");
        }
        Hold hold = new Hold(settings);
        AtomicInteger count = new AtomicInteger();
        return () -> {
            try (Connection connection = orders.getConnection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement sale =
                        connection.prepareStatement("update stock set sold = sold + 1 where id = ?")) {
                    sale.setInt(1, settings.twin() ? count.incrementAndGet() % 1000 : 1);
                    sale.executeUpdate();
                }
                hold.serve();
                connection.commit();
            }
        };
    }

    /** A key of commons-pool2's keyed pool has 6 objects. */
    static Work keyed(Settings settings) {
        GenericKeyedObjectPool<String, StringBuilder> parsers =
                new GenericKeyedObjectPool<>(new BaseKeyedPooledObjectFactory<>() {
                    @Override
                    public StringBuilder create(String key) {
                        return new StringBuilder();
                    }

                    @Override
                    public PooledObject<StringBuilder> wrap(StringBuilder parser) {
                        return new DefaultPooledObject<>(parser);
                    }
                });
        parsers.setMaxTotal(-1);
        parsers.setMaxTotalPerKey(settings.limit(6));
        parsers.setMaxIdlePerKey(settings.limit(6));
        Hold hold = new Hold(settings);
        return () -> {
            StringBuilder parser = parsers.borrowObject("json");
            try {
                hold.serve();
            } finally {
                parsers.returnObject("json", parser);
            }
        };
    }

    static Work objects(Settings settings) {
        return borrowing(objectPool(settings.limit(6)), settings);
    }

    static Work objectLeak(Settings settings) throws Exception {
        GenericObjectPool<StringBuilder> parsers = objectPool(settings.limit(20));
        for (int i = 0; i < LEAKED && !settings.twin(); i++) {
            Forgotten.KEPT.add(parsers.borrowObject());
        }
        return borrowing(parsers, settings);
    }

    /** {@code --permits} (default 6) before as many objects or fewer: who gets a permit and finds no object fails at once. */
    static Work permitsAndObjects(Settings settings) {
        GenericObjectPool<StringBuilder> parsers = objectPool(settings.limit(6));
        parsers.setBlockWhenExhausted(false);
        Semaphore permits = new Semaphore(settings.limit(settings.number("permits", 6)));
        Hold before = new Hold(10, "constant");
        Work borrowing = borrowing(parsers, settings);
        return Gates.permitted(permits, () -> {
            before.serve();
            borrowing.serve();
        });
    }

    private static GenericObjectPool<StringBuilder> objectPool(int size) {
        GenericObjectPool<StringBuilder> pool = new GenericObjectPool<>(new Parsers());
        pool.setMaxTotal(size);
        pool.setMaxIdle(size);
        return pool;
    }

    private static Work borrowing(GenericObjectPool<StringBuilder> parsers, Settings settings) {
        Hold hold = new Hold(settings);
        return () -> {
            StringBuilder parser = parsers.borrowObject();
            try {
                hold.serve();
            } finally {
                parsers.returnObject(parser);
            }
        };
    }

    /** What a bug forgot to close; kept, so that no collector finds it. */
    private static final class Forgotten {
        static final List<Object> KEPT = new ArrayList<>();
    }

    private static final class Parsers extends BasePooledObjectFactory<StringBuilder> {
        @Override
        public StringBuilder create() {
            return new StringBuilder();
        }

        @Override
        public PooledObject<StringBuilder> wrap(StringBuilder parser) {
            return new DefaultPooledObject<>(parser);
        }
    }
}
