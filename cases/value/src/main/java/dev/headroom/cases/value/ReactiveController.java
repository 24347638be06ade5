package dev.headroom.cases.value;

import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The reactive service with annotations, on Netty or on Tomcat. */
@RestController
@ConditionalOnWebApplication(type = Type.REACTIVE)
class ReactiveController {
    private final ReactiveValue value;

    ReactiveController(ReactiveValue value) {
        this.value = value;
    }

    @GetMapping("/value")
    Mono<Integer> onCaller() {
        return value.onCaller();
    }

    @GetMapping("/value_elastic")
    Mono<Integer> onElastic() {
        return value.onElastic();
    }

    @GetMapping("/value_bounded_elastic")
    Mono<Integer> onBoundedElastic() {
        return value.onBoundedElastic();
    }
}
