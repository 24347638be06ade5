package dev.headroom.probe.target;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A database that is not there. */
final class Fakes {

    private Fakes() {}

    static HikariDataSource hikari(String name, int most, Supplier<Connection> connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setMaximumPoolSize(most);
        config.setDataSource(fake(DataSource.class, (proxy, method, given) -> switch (method.getName()) {
            case "getConnection" -> connections.get();
            case "hashCode", "getLoginTimeout" -> 0;
            default -> null;
        }));
        return new HikariDataSource(config);
    }

    static Connection connection(Runnable close) {
        return fake(Connection.class, (proxy, method, given) -> switch (method.getName()) {
            case "close" -> {
                close.run();
                yield null;
            }
            case "isValid", "getAutoCommit" -> true;
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == given[0];
            case "toString" -> "connection";
            default ->
                method.getReturnType() == boolean.class
                        ? Boolean.FALSE
                        : method.getReturnType() == int.class ? (Object) 0 : null;
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(Fakes.class.getClassLoader(), new Class<?>[] {type}, answers));
    }
}
