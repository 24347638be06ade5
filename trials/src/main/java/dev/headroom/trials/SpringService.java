package dev.headroom.trials;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot service on Tomcat: with ten threads, or with {@code @Async} and its eight. */
final class SpringService {

    private SpringService() {}

    static void start(Settings settings) {
        SpringApplication application = new SpringApplication(Config.class);
        boolean async = settings.trial().equals("spring-async");
        application.setDefaultProperties(Map.of(
                "server.port",
                settings.port(),
                "trial.async",
                async,
                "trial.delay",
                settings.text("delay", "100"),
                "server.tomcat.threads.max",
                async ? 200 : settings.limit(10),
                "server.tomcat.max-keep-alive-requests",
                "-1",
                "spring.task.execution.pool.core-size",
                settings.limit(8)));
        application.run();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @ImportAutoConfiguration({
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class
    })
    static class Config {

        @Bean
        Orders orders(org.springframework.core.env.Environment environment) {
            return new Orders(environment.getRequiredProperty("trial.delay", Integer.class));
        }

        @Bean
        OrderController controller(Orders orders, org.springframework.core.env.Environment environment) {
            return new OrderController(orders, environment.getRequiredProperty("trial.async", Boolean.class));
        }
    }

    static class Orders {
        private final Hold hold;

        Orders(int millis) {
            hold = new Hold(millis, "constant");
        }

        String now() throws InterruptedException {
            hold.serve();
            return "done";
        }

        @Async
        public CompletableFuture<String> later() throws InterruptedException {
            hold.serve();
            return CompletableFuture.completedFuture("done");
        }
    }

    @RestController
    static class OrderController {
        private final Orders orders;
        private final boolean async;

        OrderController(Orders orders, boolean async) {
            this.orders = orders;
            this.async = async;
        }

        @GetMapping("/ready")
        String ready() {
            return "ready";
        }

        @GetMapping("/")
        String order() throws InterruptedException, ExecutionException {
            return async ? orders.later().get() : orders.now();
        }
    }
}
