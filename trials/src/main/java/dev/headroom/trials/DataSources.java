package dev.headroom.trials;

import com.alibaba.druid.pool.DruidDataSource;
import com.mchange.v2.c3p0.ComboPooledDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.SQLException;
import java.time.Duration;
import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.PoolDataSourceFactory;

/** More pools of JDBC connections; of the last two Headroom's catalogue knows nothing. */
final class DataSources {

    private static final int CONNECTIONS = 8;

    private DataSources() {}

    static Work agroal(Settings settings) throws Exception {
        var configuration = new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(settings.limit(CONNECTIONS))
                        .acquisitionTimeout(Duration.ofMinutes(2))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(Pools.H2)));
        return Pools.holding(AgroalDataSource.from(configuration), settings);
    }

    static Work c3p0(Settings settings) {
        ComboPooledDataSource source = new ComboPooledDataSource("orders");
        source.setJdbcUrl(Pools.H2);
        source.setMinPoolSize(CONNECTIONS);
        source.setMaxPoolSize(settings.twin() ? 80 : CONNECTIONS);
        return Pools.holding(source, settings);
    }

    /** Over H2's driver. */
    static Work ucp(Settings settings) throws SQLException {
        PoolDataSource source = PoolDataSourceFactory.getPoolDataSource();
        source.setConnectionFactoryClassName("org.h2.jdbcx.JdbcDataSource");
        source.setURL(Pools.H2);
        source.setConnectionPoolName("orders");
        source.setMaxPoolSize(settings.limit(CONNECTIONS));
        source.setConnectionWaitDuration(Duration.ofMinutes(2));
        return Pools.holding(source, settings);
    }

    static Work druid(Settings settings) {
        DruidDataSource source = new DruidDataSource();
        source.setUrl(Pools.H2);
        source.setMaxActive(settings.limit(CONNECTIONS));
        return Pools.holding(source, settings);
    }

    /** On commons-pool 1, which waits by {@code Object.wait}. */
    static Work dbcp1(Settings settings) {
        var source = new org.apache.commons.dbcp.BasicDataSource();
        source.setUrl(Pools.H2);
        source.setDriverClassName("org.h2.Driver");
        source.setMaxActive(settings.limit(CONNECTIONS));
        source.setMaxIdle(settings.limit(CONNECTIONS));
        return Pools.holding(source, settings);
    }
}
