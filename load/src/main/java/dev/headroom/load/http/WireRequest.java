package dev.headroom.load.http;

import dev.headroom.core.model.load.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.search.AbstractSearchProcessorFactory;
import io.netty.buffer.search.SearchProcessorFactory;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request as the bytes that go over the wire: made once and sent many times, or made with its values for one sending. */
public final class WireRequest {

    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");
    private static final Set<String> USUALLY_WITH_BODY = Set.of("POST", "PUT", "PATCH");
    /** RFC 9110, 5.6.2. */
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    private final String method;
    private final @Nullable SearchProcessorFactory sought;
    private final ByteBuf bytes;
    private @Nullable Http2Request http2;

    public WireRequest(Request request, boolean lastOnConnection) {
        this.method = request.method();
        this.sought = sought(request);
        byte[] whole = bytes(request, lastOnConnection);
        // Memory of the JVM's, which goes with this object: Netty's would have to be released, and be missed where it
        // is not
        ByteBuffer direct = ByteBuffer.allocateDirect(whole.length).put(whole).flip();
        this.bytes = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(direct).asReadOnly());
    }

    /**
     * A request as a load would send it, on a connection that stays open.
     *
     * @throws IllegalArgumentException for one that cannot be sent
     */
    public static byte[] bytes(Request request) {
        return bytes(request, false);
    }

    private static byte[] bytes(Request request, boolean lastOnConnection) {
        byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
        String length = wantsLength(request, body.length) ? length(body.length) : "";
        byte[] head = (head(request, lastOnConnection) + length + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(head.length + body.length)
                .put(head)
                .put(body)
                .array();
    }

    /** One that was made with its values, to be sent once. */
    public WireRequest(String method, @Nullable SearchProcessorFactory sought, byte[] head, byte[] body) {
        this.method = method;
        this.sought = sought;
        this.bytes = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(head, body)); // memory of the JVM's, too
    }

    String method() {
        return method;
    }

    public static @Nullable SearchProcessorFactory sought(Request request) {
        String contains = request.success().contains();
        return contains.isEmpty()
                ? null
                : AbstractSearchProcessorFactory.newKmpSearchProcessorFactory(
                        contains.getBytes(StandardCharsets.UTF_8));
    }

    /** What the body of its answer has to contain. */
    @Nullable
    public SearchProcessorFactory sought() {
        return sought;
    }

    /** May be sent again when no one knows whether it arrived (RFC 9110, 9.2.2). */
    boolean isIdempotent() {
        return IDEMPOTENT.contains(method);
    }

    /** To be written once. */
    public ByteBuf bytes() {
        return bytes.duplicate();
    }

    Http2Request http2(String scheme) {
        Http2Request made = http2;
        if (made == null) {
            made = Http2Request.of(bytes, scheme);
            http2 = made;
        }
        return made;
    }

    /** Request line and headers but the length of the body, each with its line end. */
    public static String head(Request request, boolean lastOnConnection) {
        String method = request.method();
        if (!method.matches(TOKEN) || method.equals("CONNECT")) {
            throw new IllegalArgumentException("cannot send a request with the method \"" + method + "\"");
        }
        StringBuilder head = new StringBuilder(256);
        head.append(method).append(' ').append(request.path()).append(" HTTP/1.1\r\n");
        if (!has(request, "host")) {
            header(head, "Host", hostAndPort(request.service()));
        }
        if (!has(request, "user-agent")) {
            header(head, "User-Agent", "headroom");
        }
        if (!has(request, "accept")) {
            header(head, "Accept", "*/*");
        }
        if (lastOnConnection && !has(request, "connection")) {
            header(head, "Connection", "close");
        }
        request.headers().forEach((name, value) -> header(head, name, value));
        return head.toString();
    }

    public static boolean wantsLength(Request request, int bodyLength) {
        return !has(request, "content-length") && (bodyLength > 0 || USUALLY_WITH_BODY.contains(request.method()));
    }

    public static String length(int bodyLength) {
        return "Content-Length: " + bodyLength + "\r\n";
    }

    private static String hostAndPort(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    public static boolean has(Request request, String name) {
        return request.headers().keySet().stream().anyMatch(name::equalsIgnoreCase);
    }

    private static void header(StringBuilder head, String name, String value) {
        if (!name.matches(TOKEN)) {
            throw new IllegalArgumentException("cannot send a header named \"" + name + "\"");
        }
        if (!isHeaderValue(value)) {
            throw new IllegalArgumentException(
                    "cannot send the header " + name + ": its value holds a control character or one beyond Latin-1");
        }
        head.append(name).append(": ").append(value).append("\r\n");
    }

    /** Latin-1 without control characters (RFC 9110, 5.5). */
    public static boolean isHeaderValue(String value) {
        return value.chars().noneMatch(c -> c > 255 || c == 127 || (c < ' ' && c != '\t'));
    }
}
