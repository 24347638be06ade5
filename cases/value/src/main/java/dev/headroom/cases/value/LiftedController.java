package dev.headroom.cases.value;

import static dev.headroom.fanout.Part.part;

import dev.headroom.cases.common.RequestId;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What goes into production: plain blocking code on virtual threads, with the wait and the number bounded. Here blocking
 * costs no thread that anybody else would need.
 */
@RestController
@ConditionalOnWebApplication(type = Type.SERVLET)
class LiftedController {
    private final FanOut call;
    private final Downstream source;
    private final SlowValue value;

    LiftedController(
            @Qualifier("value") Downstream source, SlowValue value, @Value("${lifted.timeout}") Duration timeout) {
        this.call = FanOut.within(timeout);
        this.source = source;
        this.value = value;
    }

    @GetMapping("/value_lifted")
    int value() throws InterruptedException {
        return call.call(part(source, () -> value.get(RequestId.current())));
    }
}
