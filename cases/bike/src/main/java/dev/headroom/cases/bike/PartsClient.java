package dev.headroom.cases.bike;

import dev.headroom.cases.common.RequestId;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClient;

/** Asks the supplier of parts, who accepts every call and never answers. */
final class PartsClient {
    private static final Logger LOG = LoggerFactory.getLogger(PartsClient.class);

    private final RestClient rest;

    PartsClient(RestClient rest) {
        this.rest = rest;
    }

    String order() {
        LOG.info("asks for parts");
        String parts = Objects.requireNonNull(
                rest.get()
                        .uri("/hang")
                        .header(RequestId.HEADER, RequestId.current())
                        .retrieve()
                        .body(String.class),
                "the supplier answered without a body");
        LOG.info("has parts");
        return parts;
    }
}
