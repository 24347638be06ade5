package dev.headroom.cases.facade;

import dev.headroom.cases.common.RequestId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the external service for a request, and logs on the thread that calls: the log shows who works for whom. */
final class LoggedCalls {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedCalls.class);

    private final ExternalService external;

    LoggedCalls(ExternalService external) {
        this.external = external;
    }

    int time(int ms, String requestId) {
        try (var inUse = RequestId.use(requestId)) {
            LOG.debug("asks for {}", ms);
            int time = external.data(ms).time();
            LOG.debug("has {}", time);
            return time;
        }
    }
}
