package dev.headroom.cases.value;

import dev.headroom.cases.common.RequestId;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The blocking value as a stream. What differs is only the thread that blocks. */
@Component
@ConditionalOnWebApplication(type = Type.REACTIVE)
class ReactiveValue {
    private final SlowValue value;
    private final Elastic elastic;

    ReactiveValue(SlowValue value, Elastic elastic) {
        this.value = value;
        this.elastic = elastic;
    }

    /** Blocks the thread that subscribes: Netty's event loop and all its connections, or one of Tomcat's threads. */
    Mono<Integer> onCaller() {
        return Mono.deferContextual(
                context -> Mono.fromCallable(() -> value.get(context.getOrDefault(RequestId.KEY, RequestId.NONE))));
    }

    /** Blocks a thread of a pool that grows without bound. */
    Mono<Integer> onElastic() {
        return onCaller().subscribeOn(elastic.scheduler());
    }

    /** Blocks a thread of Reactor's own pool for blocking tasks, of 10 x processors threads at most. */
    Mono<Integer> onBoundedElastic() {
        return onCaller().subscribeOn(Schedulers.boundedElastic());
    }
}
