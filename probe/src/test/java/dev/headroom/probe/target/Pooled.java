package dev.headroom.probe.target;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.time.Duration;
import java.util.Properties;
import java.util.Scanner;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPool;

/**
 * A pool of four, of the library that is its argument, which three times as many want all the time. For each line it tells how many were ever made, how many are
 * there, are in use, how often one was taken, how often that failed, how many threads an agent has, and how many of the first four are gone.
 */
public final class Pooled {

    private static final int FOUR = 4;
    private static final int USERS = 12;
    private static final int HELD_MILLIS = 20;
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final AtomicInteger GONE = new AtomicInteger();
    private static final AtomicInteger FIRST_GONE = new AtomicInteger();
    private static final AtomicInteger USED = new AtomicInteger();
    private static final AtomicInteger TAKEN = new AtomicInteger();
    private static final AtomicInteger FAILED = new AtomicInteger();

    private Pooled() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "hikari" -> use(connections(Fakes.hikari("pooled", FOUR, Pooled::connection)));
            case "agroal" -> use(connections(agroal()));
            case "commons-pool" -> use(objects());
            default -> keyed();
        }
        System.out.println("port 0");
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            in.nextLine();
            System.out.println(MADE + " " + (MADE.get() - GONE.get()) + " " + USED + " " + TAKEN + " " + FAILED + " "
                    + agents() + " " + FIRST_GONE);
        }
        System.exit(0);
    }

    private static long agents() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("headroom-"))
                .count();
    }

    private static void use(Callable<?> call) {
        for (int i = 0; i < USERS; i++) {
            new Thread(
                            () -> {
                                while (true) {
                                    try {
                                        call.call();
                                    } catch (Exception e) {
                                        FAILED.incrementAndGet();
                                    }
                                }
                            },
                            "user-" + i)
                    .start();
        }
    }

    private static Object work() throws InterruptedException {
        TAKEN.incrementAndGet();
        USED.incrementAndGet();
        Thread.sleep(HELD_MILLIS);
        USED.decrementAndGet();
        return "";
    }

    private static Callable<?> connections(DataSource source) {
        return () -> {
            try (Connection connection = source.getConnection()) {
                work();
                return connection;
            }
        };
    }

    private static DataSource agroal() throws Exception {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(FOUR)
                        .acquisitionTimeout(Duration.ofMinutes(2))
                        .connectionFactoryConfiguration(factory ->
                                factory.connectionProviderClass(Fake.class).jdbcUrl("jdbc:fake"))));
    }

    private static Callable<?> objects() {
        GenericObjectPool<Object> pool = new GenericObjectPool<>(new Objects());
        pool.setMaxTotal(FOUR);
        return () -> {
            Object object = pool.borrowObject();
            try {
                return work();
            } finally {
                pool.returnObject(object);
            }
        };
    }

    /** Of two keys. */
    private static void keyed() {
        GenericKeyedObjectPool<String, Object> pool = new GenericKeyedObjectPool<>(new KeyedObjects());
        pool.setMaxTotalPerKey(FOUR);
        for (String key : new String[] {"one", "other"}) {
            use(() -> {
                Object object = pool.borrowObject(key);
                try {
                    return work();
                } finally {
                    pool.returnObject(key, object);
                }
            });
        }
    }

    private static void goes(int made) {
        GONE.incrementAndGet();
        FIRST_GONE.addAndGet(made <= FOUR ? 1 : 0);
    }

    private static Connection connection() {
        int made = MADE.incrementAndGet();
        return Fakes.connection(() -> goes(made));
    }

    /** A driver. */
    public static final class Fake implements Driver {
        @Override
        public Connection connect(String url, Properties properties) {
            return connection();
        }

        @Override
        public boolean acceptsURL(String url) {
            return true;
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }

    /** The how manyth it is. */
    private static final class Made {
        private final int number = MADE.incrementAndGet();
    }

    private static final class Objects extends BasePooledObjectFactory<Object> {
        @Override
        public Object create() {
            return new Made();
        }

        @Override
        public PooledObject<Object> wrap(Object object) {
            return new DefaultPooledObject<>(object);
        }

        @Override
        public void destroyObject(PooledObject<Object> object) {
            goes(((Made) object.getObject()).number);
        }
    }

    private static final class KeyedObjects extends BaseKeyedPooledObjectFactory<String, Object> {
        @Override
        public Object create(String key) {
            MADE.incrementAndGet();
            return new Object();
        }

        @Override
        public PooledObject<Object> wrap(Object object) {
            return new DefaultPooledObject<>(object);
        }

        @Override
        public void destroyObject(String key, PooledObject<Object> object) {
            GONE.incrementAndGet();
        }
    }
}
