package dev.headroom.cases.value;

import dev.headroom.cases.common.RequestId;
import jakarta.annotation.PreDestroy;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** The classic service: Tomcat's thread blocks, or is given back while a thread of a cached pool blocks in its place. */
@RestController
@ConditionalOnWebApplication(type = Type.SERVLET)
class ServletController {
    private final SlowValue value;
    private final ExecutorService deferred = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("deferred-", 1).daemon().factory());

    ServletController(SlowValue value) {
        this.value = value;
    }

    @GetMapping("/value")
    int value() throws InterruptedException {
        return value.get(RequestId.current());
    }

    @GetMapping("/value_deferred")
    DeferredResult<Integer> deferred() {
        String id = RequestId.current();
        DeferredResult<Integer> result = new DeferredResult<>();
        deferred.execute(() -> complete(result, id));
        return result;
    }

    private void complete(DeferredResult<Integer> result, String id) {
        try {
            result.setResult(value.get(id));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            result.setErrorResult(stopped);
        }
    }

    @PreDestroy
    void stop() {
        deferred.shutdownNow();
    }
}
