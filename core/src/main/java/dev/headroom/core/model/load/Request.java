package dev.headroom.core.model.load;

import java.net.URI;
import java.util.Map;

/**
 * A request that a load repeats. Path, headers and body may be {@linkplain Template templates}.
 *
 * @param service scheme, host and port, http or https
 * @param path path and query; begins with a slash, or with a value that does
 * @param body empty for none
 * @param success what its response has to be like
 */
public record Request(
        String method, URI service, String path, Map<String, String> headers, String body, Success success) {

    public Request {
        headers = Map.copyOf(headers);
    }

    /**
     * Any 2xx is a success.
     *
     * @param uri absolute, http or https
     */
    public Request(String method, URI uri, Map<String, String> headers, String body) {
        this(method, service(uri), path(uri), headers, body, Success.DEFAULT);
    }

    public static Request get(URI uri) {
        return new Request("GET", uri, Map.of(), "");
    }

    /** Where a request without values goes. */
    public URI uri() {
        return URI.create(service + path);
    }

    /** Whether it has to be made anew each time. */
    public boolean hasValues() {
        return Template.marked(path)
                || Template.marked(body)
                || headers.values().stream().anyMatch(Template::marked);
    }

    /** One without scheme or host stays as it is, for whoever is to send it to complain of. */
    private static URI service(URI uri) {
        return uri.getScheme() == null || uri.getRawAuthority() == null
                ? uri
                : URI.create(uri.getScheme() + "://" + uri.getRawAuthority());
    }

    private static String path(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }
}
