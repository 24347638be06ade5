package dev.headroom.core.model;

import java.util.Map;

/**
 * One of the requests that a load sends to the watched service.
 *
 * @param name by which reports speak of it; empty where the load has no other
 * @param weight of so many requests as all weights of the load come to, this many are of this kind
 * @param method HTTP method
 * @param path path and query on the watched service
 * @param body empty for none
 */
public record RequestKind(
        String name, int weight, String method, String path, Map<String, String> headers, String body) {

    public RequestKind {
        headers = Map.copyOf(headers);
        if (weight < 1) {
            throw new IllegalArgumentException("a kind of request weighs at least 1, not " + weight);
        }
    }

    /** The only one of its load. */
    public static RequestKind only(String method, String path, Map<String, String> headers, String body) {
        return new RequestKind("", 1, method, path, headers, body);
    }

    /** Method and path. */
    public String line() {
        return method + " " + path;
    }
}
