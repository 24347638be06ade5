package dev.headroom.cases.downstream;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** As much of the distinguished encoding rules (ITU-T X.690) as one certificate needs: tag, length, content. */
final class Der {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(0x31, parts);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] bits(byte[] content) {
        return tagged(0x03, new byte[] {0}, content);
    }

    static byte[] octets(byte[] content) {
        return tagged(0x04, content);
    }

    static byte[] oid(int... encoded) {
        byte[] content = new byte[encoded.length];
        for (int i = 0; i < encoded.length; i++) {
            content[i] = (byte) encoded[i];
        }
        return tagged(0x06, content);
    }

    static byte[] utf8(String text) {
        return tagged(0x0C, text.getBytes(StandardCharsets.UTF_8));
    }

    /** UTCTime, which RFC 5280 asks for up to the year 2049. */
    static byte[] time(Instant instant) {
        return tagged(0x17, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        encoded.write(tag);
        int length = content.size();
        if (length > 0xFF) {
            encoded.write(0x82);
            encoded.write(length >> 8);
        } else if (length > 0x7F) {
            encoded.write(0x81);
        }
        encoded.write(length);
        encoded.writeBytes(content.toByteArray());
        return encoded.toByteArray();
    }
}
