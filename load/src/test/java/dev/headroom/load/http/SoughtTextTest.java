package dev.headroom.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SoughtTextTest {

    /** Of two letters, so that beginnings of the text come again and again. */
    @Test
    void itIsFoundWhereTheBodyContainsItHoweverItIsCut() {
        Random random = new Random(1);
        int found = 0;
        for (int i = 0; i < 5000; i++) {
            String text = letters(random, 1 + random.nextInt(6));
            String body = letters(random, random.nextInt(24));
            SoughtText sought = new SoughtText(text);
            ByteBuf bytes = Unpooled.copiedBuffer(body, StandardCharsets.UTF_8);
            int matched = 0;
            while (bytes.isReadable()) {
                int piece = 1 + random.nextInt(bytes.readableBytes());
                matched = sought.matched(matched, bytes, piece);
                bytes.skipBytes(piece);
            }
            assertThat(sought.found(matched)).as("%s in %s", text, body).isEqualTo(body.contains(text));
            found += body.contains(text) ? 1 : 0;
        }
        assertThat(found).isBetween(500, 4500);
    }

    private static String letters(Random random, int count) {
        return random.ints(count, 0, 2)
                .collect(StringBuilder::new, (text, one) -> text.append(one == 0 ? 'a' : 'é'), StringBuilder::append)
                .toString();
    }
}
