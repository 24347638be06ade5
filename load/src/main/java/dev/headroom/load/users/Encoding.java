package dev.headroom.load.users;

import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Template;
import dev.headroom.load.http.WireRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.core.io.JsonStringEncoder;

/** How a value is written, by the place where it stands. */
public enum Encoding {

    /** Part of a path, a query or a form: all but what RFC 3986 calls unreserved is percent-encoded. */
    URI_PART {
        @Override
        void write(String value, StringBuilder to) {
            percent(value, "-._~", to);
        }
    },

    /** A whole path and query, as a {@code Location} header has it, with scheme and host or without. */
    LOCATION {
        @Override
        void write(String value, StringBuilder to) throws ValueException {
            String path = value;
            try {
                URI uri = new URI(value);
                if (uri.isAbsolute() && uri.getRawPath() != null) {
                    String before = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
                    path = uri.getRawQuery() == null ? before : before + "?" + uri.getRawQuery();
                }
            } catch (URISyntaxException e) {
                // a path with characters that are encoded below
            }
            if (!path.startsWith("/")) {
                throw new ValueException("\"" + value + "\" is not a request path: it does not begin with /");
            }
            percent(path, "-._~/?&=%:@!$'()*+,;", to);
        }
    },

    HEADER {
        @Override
        void write(String value, StringBuilder to) throws ValueException {
            if (!WireRequest.isHeaderValue(value)) {
                throw new ValueException("a value of a header holds a control character or one beyond Latin-1");
            }
            to.append(value);
        }
    },

    /** Inside of the quotes of a JSON text. */
    JSON_TEXT {
        @Override
        void write(String value, StringBuilder to) {
            JsonStringEncoder.getInstance().quoteAsString(value, to);
        }
    },

    AS_IT_IS {
        @Override
        void write(String value, StringBuilder to) {
            to.append(value);
        }
    };

    /**
     * The texts and values of a template, one after the other.
     *
     * @param encoding of a value by what stands before it
     */
    public static <P> List<P> pieces(
            String template,
            Function<String, Encoding> encoding,
            Function<String, P> ofText,
            BiFunction<String, Encoding, P> ofValue) {
        List<P> pieces = new ArrayList<>();
        StringBuilder before = new StringBuilder();
        for (Template.Part part : Template.of(template).parts()) {
            switch (part) {
                case Template.Text literal -> {
                    before.append(literal.text());
                    pieces.add(ofText.apply(literal.text()));
                }
                case Template.Value value -> {
                    pieces.add(ofValue.apply(value.name(), encoding.apply(before.toString())));
                    before.append('0'); // whatever it is, it ends no line and no quotes
                }
            }
        }
        return pieces;
    }

    /** @param before what stands before the value in the body */
    public static Encoding inBody(Request request, String before) {
        String type = contentType(request);
        boolean json = type.contains("json")
                || (type.isEmpty() && request.body().strip().matches("(?s)[\\[{].*"));
        if (json && insideQuotes(before)) {
            return JSON_TEXT;
        }
        return type.contains("x-www-form-urlencoded") ? URI_PART : AS_IT_IS;
    }

    private static boolean insideQuotes(String json) {
        boolean inside = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inside && c == '\\') {
                i++;
            } else if (c == '"') {
                inside = !inside;
            }
        }
        return inside;
    }

    private static String contentType(Request request) {
        return request.headers().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("content-type"))
                .map(header -> header.getValue().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    abstract void write(String value, StringBuilder to) throws ValueException;

    /** @param kept beside letters and digits */
    private static void percent(String value, String kept, StringBuilder to) {
        for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xFF);
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kept.indexOf(c) >= 0) {
                to.append(c);
            } else {
                to.append('%').append(HEX.toHexDigits(each));
            }
        }
    }
}
