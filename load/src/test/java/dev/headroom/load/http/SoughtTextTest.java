package dev.headroom.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.search.AbstractSearchProcessorFactory;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SoughtTextTest {

    /** Of two letters, so that beginnings of the text come again and again. */
    @Test
    void itIsFoundWhereTheBodyContainsItHoweverItIsCut() throws NotHttpException {
        Random random = new Random(1);
        AnswerParser parser = new AnswerParser();
        int found = 0;
        for (int i = 0; i < 5000; i++) {
            String text = letters(random, 1 + random.nextInt(6));
            String body = letters(random, random.nextInt(24));
            parser.expectAnswerTo(
                    "GET",
                    AbstractSearchProcessorFactory.newKmpSearchProcessorFactory(text.getBytes(StandardCharsets.UTF_8)),
                    null);
            parser.read(Unpooled.copiedBuffer("HTTP/1.1 200 OK\r\n\r\n", StandardCharsets.US_ASCII));
            ByteBuf bytes = Unpooled.copiedBuffer(body, StandardCharsets.UTF_8);
            while (bytes.isReadable()) {
                parser.read(bytes.readSlice(1 + random.nextInt(bytes.readableBytes())));
            }
            assertThat(parser.bodyAsExpected()).as("%s in %s", text, body).isEqualTo(body.contains(text));
            parser.next();
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
