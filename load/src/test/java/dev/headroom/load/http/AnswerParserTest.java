package dev.headroom.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerParserTest {

    private static final String PLAIN = "HTTP/1.1 200 OK\r\nServer: x\r\nContent-Length: 5\r\n\r\nhello";

    @ParameterizedTest
    @ValueSource(
            strings = {
                PLAIN,
                "HTTP/1.1 200\r\ncontent-LENGTH:5\r\n\r\nhello",
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\nContent-Length: 77\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n" + PLAIN,
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + PLAIN,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\nA;ext=1\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
            })
    void anAnswerIsWholeAtItsLastByteAndNotBefore(String answer) throws Exception {
        byte[] bytes = answer.getBytes(StandardCharsets.US_ASCII);
        for (int split = 0; split <= bytes.length; split++) {
            AnswerParser parser = new AnswerParser();
            boolean whole = parser.read(Unpooled.wrappedBuffer(bytes, 0, split));
            assertThat(whole).as("after %d of %d bytes", split, bytes.length).isEqualTo(split == bytes.length);
            assertThat(parser.begun()).isEqualTo(split > 0);
            if (!whole) {
                assertThat(parser.endOfStream()).isFalse();
                assertThat(parser.read(Unpooled.wrappedBuffer(bytes, split, bytes.length - split)))
                        .isTrue();
            }
        }
    }

    @Test
    void whatFollowsAnAnswerIsLeft() throws Exception {
        ByteBuf input = Unpooled.copiedBuffer(PLAIN + "HTTP/1.1 5", StandardCharsets.US_ASCII);

        assertThat(new AnswerParser().read(input)).isTrue();
        assertThat(input.toString(StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 5");
    }

    @Test
    void oneParserReadsOneAnswerAfterAnother() throws Exception {
        AnswerParser parser = new AnswerParser();
        for (int status : List.of(200, 503, 404)) {
            assertThat(parser.read(text("HTTP/1.1 " + status + " X\r\nContent-Length: 1\r\n\r\n.")))
                    .isTrue();
            assertThat(parser.status()).isEqualTo(status);
            parser.next();
            assertThat(parser.begun()).isFalse();
        }
    }

    @Test
    void anAnswerWithoutALengthEndsWithTheConnection() throws Exception {
        AnswerParser parser = new AnswerParser();

        assertThat(parser.read(text("HTTP/1.1 200 OK\r\n\r\nsome text"))).isFalse();
        assertThat(parser.endOfStream()).isTrue();
        assertThat(parser.keepAlive()).isFalse();
    }

    @Test
    void theAnswerToHeadHasNoBody() throws Exception {
        AnswerParser parser = new AnswerParser();
        parser.expectAnswerTo("HEAD", null, null);

        assertThat(parser.read(text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n"
            })
    void someConnectionsMayNotBeUsedAgain(String answer) throws Exception {
        AnswerParser parser = new AnswerParser();

        assertThat(parser.read(text(answer))).isTrue();
        assertThat(parser.keepAlive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH\r\n",
                "HTTP/2 200 OK\r\n",
                "HTTP/1.1 abc OK\r\n",
                "HTTP/1.1 200 OK\r\nno colon here\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: ten\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffff\r\n",
            })
    void whatIsNotHttpIsRefused(String answer) {
        assertThatThrownBy(() -> new AnswerParser().read(text(answer))).isInstanceOf(NotHttpException.class);
    }

    @Test
    void aHeadWithoutEndIsRefused() {
        AnswerParser parser = new AnswerParser();

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        parser.read(text(i == 0 ? "HTTP/1.1 200 OK\r\n" : "X-" + i + ": x\r\n"));
                    }
                })
                .isInstanceOf(NotHttpException.class);
        assertThatThrownBy(() -> new AnswerParser().read(text("H".repeat(100_000))))
                .isInstanceOf(NotHttpException.class);
    }

    /** Random sequences of answers, cut at random, read by Netty's own codec as well. */
    @Test
    void itSeesTheSameAnswersAsNettysCodec() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            StringBuilder stream = new StringBuilder();
            for (int i = 0; i <= random.nextInt(4); i++) {
                stream.append(randomAnswer(random));
            }
            assertThat(ours(stream.toString(), random))
                    .as("seed %d, round %d: %s", seed, round, stream)
                    .isEqualTo(nettys(stream.toString()));
        }
    }

    private static String randomAnswer(Random random) {
        int status = List.of(200, 201, 204, 302, 404, 503).get(random.nextInt(6));
        String head = "HTTP/1.1 " + status + " X\r\nX-Pad: " + "y".repeat(random.nextInt(300)) + "\r\n";
        if (random.nextInt(5) == 0) {
            head += "Connection: close\r\n";
        }
        if (status == 204) {
            return head + "\r\n";
        }
        String body = "z".repeat(random.nextInt(3000));
        if (random.nextBoolean()) {
            return head + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        }
        StringBuilder chunks = new StringBuilder(head).append("Transfer-Encoding: chunked\r\n\r\n");
        for (int from = 0; from < body.length(); ) {
            int to = Math.min(body.length(), from + 1 + random.nextInt(800));
            chunks.append(Integer.toHexString(to - from))
                    .append("\r\n")
                    .append(body, from, to)
                    .append("\r\n");
            from = to;
        }
        return chunks.append("0\r\n\r\n").toString();
    }

    private static List<String> ours(String stream, Random random) throws NotHttpException {
        List<String> seen = new ArrayList<>();
        AnswerParser parser = new AnswerParser();
        ByteBuf left = text(stream);
        while (left.isReadable()) {
            ByteBuf piece = left.readSlice(1 + random.nextInt(Math.min(1000, left.readableBytes())));
            while (piece.isReadable()) {
                if (parser.read(piece)) {
                    seen.add(parser.status() + " " + parser.keepAlive());
                    parser.next();
                }
            }
        }
        return seen;
    }

    private static List<String> nettys(String stream) {
        List<String> seen = new ArrayList<>();
        EmbeddedChannel channel = new EmbeddedChannel(new HttpClientCodec(), new HttpObjectAggregator(1 << 20));
        // it reads nothing more after an answer that closes, so here that header goes by another name
        channel.writeInbound(text(stream.replace("Connection: close\r\n", "X-Connection: close\r\n")));
        FullHttpResponse response;
        while ((response = channel.readInbound()) != null) {
            boolean keepAlive =
                    HttpUtil.isKeepAlive(response) && !response.headers().contains("X-Connection", "close", true);
            seen.add(response.status().code() + " " + keepAlive);
            response.release();
        }
        channel.finishAndReleaseAll();
        return seen;
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
