package dev.headroom.cases.value;

import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The reactive service as functions, on Netty or on Tomcat: no annotations, and the same threads. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.REACTIVE)
class FunctionalRoutes {
    @Bean
    RouterFunction<ServerResponse> functional(ReactiveValue value) {
        return route().GET(
                        "/value_functional",
                        request -> ServerResponse.ok()
                                .contentType(MediaType.APPLICATION_JSON)
                                .body(value.onElastic(), Integer.class))
                .build();
    }
}
