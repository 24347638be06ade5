package dev.headroom.core.model;

import java.net.URI;
import java.util.Map;

/**
 * The request that a load repeats.
 *
 * @param uri absolute, http or https
 * @param body empty for none
 * @param success what its response has to be like
 */
public record Request(String method, URI uri, Map<String, String> headers, String body, Success success) {

    public Request {
        headers = Map.copyOf(headers);
    }

    /** Any 2xx is a success. */
    public Request(String method, URI uri, Map<String, String> headers, String body) {
        this(method, uri, headers, body, Success.DEFAULT);
    }

    public static Request get(URI uri) {
        return new Request("GET", uri, Map.of(), "");
    }
}
