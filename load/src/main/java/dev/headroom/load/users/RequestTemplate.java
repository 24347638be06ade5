package dev.headroom.load.users;

import dev.headroom.core.model.load.Request;
import dev.headroom.load.http.WireRequest;
import io.netty.buffer.search.SearchProcessorFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request that is made anew each time, with the values of whoever sends it, each written as its place demands. */
final class RequestTemplate {

    /** Text, or a value with its encoding. */
    @FunctionalInterface
    private interface Piece {
        void write(Visit visit, StringBuilder to) throws ValueException;
    }

    private final Request request;
    private final List<Piece> head;
    private final List<Piece> body;
    private final boolean ownCookies;
    private final @Nullable SearchProcessorFactory sought;

    /** @param values where they come from, by name */
    RequestTemplate(Request request, boolean lastOnConnection, Function<String, Value> values) {
        this.request = request;
        this.sought = WireRequest.sought(request);
        this.ownCookies = WireRequest.has(request, "cookie");
        String pathBegins = request.method() + " ";
        this.head = pieces(
                WireRequest.head(request, lastOnConnection),
                values,
                before -> before.contains("\r\n")
                        ? Encoding.HEADER
                        : before.equals(pathBegins) ? Encoding.LOCATION : Encoding.URI_PART);
        this.body = pieces(request.body(), values, before -> Encoding.inBody(request, before));
    }

    /** @param encoding of a value by what stands before it */
    private static List<Piece> pieces(
            String text, Function<String, Value> values, Function<String, Encoding> encoding) {
        return Encoding.pieces(text, encoding, literal -> (visit, to) -> to.append(literal), (name, as) -> {
            Value value = values.apply(name);
            return (visit, to) -> as.write(value.of(visit), to);
        });
    }

    /**
     * The request of one visit.
     *
     * @param cookies to go with it, as a header has them; empty for none
     */
    WireRequest of(Visit visit, String cookies) throws ValueException {
        StringBuilder text = new StringBuilder(512);
        write(body, visit, text);
        byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
        text.setLength(0);
        write(head, visit, text);
        if (!cookies.isEmpty() && !ownCookies) {
            text.append("Cookie: ").append(cookies).append("\r\n");
        }
        if (WireRequest.wantsLength(request, content.length)) {
            text.append(WireRequest.length(content.length));
        }
        text.append("\r\n");
        return new WireRequest(
                request.method(), sought, text.toString().getBytes(StandardCharsets.ISO_8859_1), content);
    }

    private static void write(List<Piece> pieces, Visit visit, StringBuilder to) throws ValueException {
        for (Piece piece : pieces) {
            piece.write(visit, to);
        }
    }
}
