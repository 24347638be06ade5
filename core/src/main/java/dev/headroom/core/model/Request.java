package dev.headroom.core.model;

import java.net.URI;
import java.util.Map;

/**
 * The request that a load repeats.
 *
 * @param uri absolute, http or https
 * @param body empty for none
 */
public record Request(String method, URI uri, Map<String, String> headers, String body) {

    public Request {
        headers = Map.copyOf(headers);
    }

    public static Request get(URI uri) {
        return new Request("GET", uri, Map.of(), "");
    }
}
