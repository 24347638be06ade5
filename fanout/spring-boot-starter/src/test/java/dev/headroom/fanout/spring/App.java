package dev.headroom.fanout.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole application, on a port of its own. */
public final class App {
    private App() {}

    public static ConfigurableApplicationContext web(Class<?> configuration, String... properties) {
        return start(WebApplicationType.SERVLET, configuration, properties);
    }

    public static ConfigurableApplicationContext plain(Class<?> configuration, String... properties) {
        return start(WebApplicationType.NONE, configuration, properties);
    }

    private static ConfigurableApplicationContext start(
            WebApplicationType type, Class<?> configuration, String... properties) {
        SpringApplication application = new SpringApplication(configuration);
        application.setWebApplicationType(type);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.jmx.enabled=false",
                "--logging.level.root=warn"));
        for (String property : properties) {
            arguments.add("--" + property);
        }
        return application.run(arguments.toArray(String[]::new));
    }

    public static String url(ConfigurableApplicationContext context) {
        WebServer server = Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer());
        return "http://127.0.0.1:" + server.getPort();
    }

    /** Waits for what must come, for as long as the test may run. */
    public static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(2);
        }
    }
}
