package dev.headroom.cases.value;

import dev.headroom.cases.common.RequestId;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * A value that takes its time, 1 s as in the article, and blocks its thread meanwhile: it stands for a query, a call, a
 * file. It logs on the thread that blocks.
 */
@Component
class SlowValue {
    private static final Logger LOG = LoggerFactory.getLogger(SlowValue.class);
    private static final int VALUE = 42;

    private final Duration delay;

    SlowValue(@Value("${value.delay:1s}") Duration delay) {
        this.delay = delay;
    }

    int get(String requestId) throws InterruptedException {
        try (var inUse = RequestId.use(requestId)) {
            LOG.debug("blocks");
            Thread.sleep(delay);
            LOG.debug("has the value");
            return VALUE;
        }
    }
}
