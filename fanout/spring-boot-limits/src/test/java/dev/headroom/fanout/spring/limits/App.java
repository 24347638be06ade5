package dev.headroom.fanout.spring.limits;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole application, on a port of its own. */
final class App {
    private App() {}

    /** With Tomcat's MBeans: a server without them switches them off for all that come later in the same JVM. */
    static ConfigurableApplicationContext web(Class<?> configuration, String... properties) {
        forget();
        SpringApplication application = new SpringApplication(configuration);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        return application.run(Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "server.address=127.0.0.1",
                                "server.tomcat.mbeanregistry.enabled=true",
                                "spring.jmx.enabled=false",
                                "logging.level.root=warn"),
                        Arrays.stream(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new));
    }

    /** Boot takes the connectors off a server that it stops, so their MBeans stay. */
    private static void forget() {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        try {
            for (String type : List.of("ThreadPool", "GlobalRequestProcessor")) {
                for (ObjectName name : beans.queryNames(new ObjectName("Tomcat:type=" + type + ",*"), null)) {
                    beans.unregisterMBean(name);
                }
            }
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    static String url(ConfigurableApplicationContext context) {
        WebServer server = Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer());
        return "http://127.0.0.1:" + server.getPort();
    }

    /** Waits for what must come, for as long as the test may run. */
    static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(2);
        }
    }
}
