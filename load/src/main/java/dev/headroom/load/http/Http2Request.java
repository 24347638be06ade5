package dev.headroom.load.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** A request as HTTP/2 sends it (RFC 9113, 8.3.1), made of what goes over the wire in HTTP/1.1. */
record Http2Request(Http2Headers headers, ByteBuf body) {

    /** Said by frames in HTTP/2, where they must not be sent (RFC 9113, 8.2.2). */
    private static final Set<String> OF_CONNECTIONS =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    static Http2Request of(ByteBuf http1, String scheme) {
        int length = endOfHead(http1);
        String[] lines = http1.toString(http1.readerIndex(), length, StandardCharsets.ISO_8859_1)
                .split("\r\n");
        String[] line = lines[0].split(" ", 3);
        Http2Headers headers = new DefaultHttp2Headers(false, lines.length + 4)
                .method(AsciiString.of(line[0]))
                .path(AsciiString.of(line[1]))
                .scheme(AsciiString.of(scheme));
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            String name = lines[i].substring(0, colon).toLowerCase(Locale.ROOT);
            AsciiString value = AsciiString.of(lines[i].substring(colon + 1).strip());
            if (name.equals("host")) {
                headers.authority(value);
            } else if (!OF_CONNECTIONS.contains(name)) {
                headers.add(AsciiString.of(name), value);
            }
        }
        int body = length + 4;
        return new Http2Request(headers, http1.slice(http1.readerIndex() + body, http1.readableBytes() - body));
    }

    private static int endOfHead(ByteBuf http1) {
        int at = http1.readerIndex();
        while (http1.getInt(at) != 0x0d0a0d0a) {
            at++;
        }
        return at - http1.readerIndex();
    }
}
