package dev.headroom.cases.users;

import dev.headroom.cases.common.RequestId;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClient;

/** Asks the metadata service, and logs on the thread that asks: the log then shows how long a task waited for a thread. */
final class MetadataClient {
    private static final Logger LOG = LoggerFactory.getLogger(MetadataClient.class);

    private final RestClient rest;

    MetadataClient(RestClient rest) {
        this.rest = rest;
    }

    String name(long userId) {
        LOG.info("asks for the name of {}", userId);
        String name = get("/metadata/names/{userId}", userId, Name.class).name();
        LOG.info("has the name of {}", userId);
        return name;
    }

    String phoneNumber(long userId) {
        LOG.info("asks for the phone number of {}", userId);
        String phoneNumber = get("/metadata/phoneNumbers/{userId}", userId, PhoneNumber.class)
                .phoneNumber();
        LOG.info("has the phone number of {}", userId);
        return phoneNumber;
    }

    private <T> T get(String path, long userId, Class<T> type) {
        return Objects.requireNonNull(
                rest.get()
                        .uri(path, userId)
                        .header(RequestId.HEADER, RequestId.current())
                        .retrieve()
                        .body(type),
                "the metadata service answered without a body");
    }

    private record Name(String name) {}

    private record PhoneNumber(String phoneNumber) {}
}
