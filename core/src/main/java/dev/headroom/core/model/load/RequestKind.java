package dev.headroom.core.model.load;

import java.util.List;
import java.util.Map;

/**
 * One of the requests that a load sends to the watched service.
 *
 * @param name by which reports speak of it; empty where the load has no other
 * @param weight of so many requests as all weights of the load come to, this many are of this kind
 * @param method HTTP method
 * @param path path and query on the watched service; a {@link Template}, as headers and body are
 * @param body empty for none
 * @param sequence name of the steps that it is one of: those of the same name follow each other in their order; empty where it stands alone
 * @param take values of its answer that later steps need
 * @param bodyFile that holds the body, absolute; empty where {@code body} is all
 */
public record RequestKind(
        String name,
        int weight,
        String method,
        String path,
        Map<String, String> headers,
        String body,
        String sequence,
        List<Take> take,
        String bodyFile) {

    public RequestKind {
        headers = Map.copyOf(headers);
        take = List.copyOf(take);
        if (weight < 1) {
            throw new IllegalArgumentException("a kind of request weighs at least 1, not " + weight);
        }
    }

    public String line() {
        return method + " " + path;
    }
}
