package dev.headroom.load.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.DataSource.Order;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Table;
import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How values stand in the bytes of a request. */
class ValuesTest {

    private static Table one(String value) {
        return new Table.Listed("v", List.of("x"), List.of(List.of(value)), Order.IN_TURN);
    }

    private static Population of(Table... data) {
        return new Population(new Mix.Visitors(List.of(data), List.of(), false, 1));
    }

    private static Visit visit() {
        return new Visit(new Visitor(), new Mix.Sequence(0, 1));
    }

    private static String sent(Request request, String value) throws ValueException {
        ByteBuf bytes = new RequestTemplate(request, false, of(one(value))::value)
                .of(visit(), "")
                .bytes();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Request request(String path, Map<String, String> headers, String body) {
        return new Request("POST", URI.create("http://127.0.0.1:1"), path, headers, body, Success.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /p/${v.x}      | a/b c?d      | /p/a%2Fb%20c%3Fd
            /p?q=${v.x}&r  | ü&=+         | /p?q=%C3%BC%26%3D%2B&r
            ${v.x}         | /a/b?c=d     | /a/b?c=d
            ${v.x}         | http://h:1/a?c=%20  | /a?c=%20
            ${v.x}         | /a b         | /a%20b
            /p/$${v.x}     | y            | /p/${v.x}
            """)
    void inAPath(String path, String value, String sent) throws Exception {
        assertThat(sent(request(path, Map.of(), ""), value)).startsWith("POST " + sent + " HTTP/1.1\r\n");
    }

    @Test
    void aLocationThatIsNoPathIsNotSent() {
        assertThatThrownBy(() -> sent(request("${v.x}", Map.of(), ""), "orders/1"))
                .isInstanceOf(ValueException.class)
                .hasMessageContaining("\"orders/1\" is not a request path");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            application/json   | {"a": "${v.x}"}        | say "hi"\\  | {"a": "say \\"hi\\"\\\\"}
            application/json   | {"a": ${v.x}, "b": 1}  | [1, "2"]    | {"a": [1, "2"], "b": 1}
            ``                 | {"a": "${v.x}"}        | "           | {"a": "\\""}
            text/plain         | <${v.x}>               | "           | <">
            application/x-www-form-urlencoded | a=${v.x}&b | ü =&     | a=%C3%BC%20%3D%26&b
            """)
    void inABody(String type, String body, String value, String sent) throws Exception {
        Map<String, String> headers = type.isEmpty() ? Map.of() : Map.of("content-type", type);

        String request = sent(request("/", headers, body), value);

        assertThat(request)
                .contains("Content-Length: " + sent.length() + "\r\n")
                .endsWith("\r\n\r\n" + sent);
    }

    @Test
    void inAHeader() throws Exception {
        assertThat(sent(request("/", Map.of("X", "<${v.x}>"), ""), "a b")).contains("\r\nX: <a b>\r\n");
        assertThatThrownBy(() -> sent(request("/", Map.of("X", "${v.x}"), ""), "a\r\nY: b"))
                .isInstanceOf(ValueException.class)
                .hasMessageContaining("control character");
    }

    @Test
    void rowsComeInTurnAndBeginAgain() throws Exception {
        Value next = of(new Table.Range("n", 7, 3, Order.IN_TURN)).value("n");

        assertThat(List.of(next.of(visit()), next.of(visit()), next.of(visit()), next.of(visit())))
                .containsExactly("7", "8", "9", "7");
    }

    @Test
    void atRandomEveryRunDrawsTheSameRowsAndAllOfThem() {
        assertThat(draws()).isEqualTo(draws());
        assertThat(draws()).containsOnly("1", "2", "3", "4", "5").doesNotContainSequence("1", "2", "3", "4", "5");
    }

    private static List<String> draws() {
        Value next = of(new Table.Range("n", 1, 5, Order.RANDOM)).value("n");
        return IntStream.range(0, 100)
                .mapToObj(i -> {
                    try {
                        return next.of(visit());
                    } catch (ValueException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
    }

    @Test
    void valuesOfOneRowGoTogether() throws Exception {
        Population population = of(new Table.Listed(
                "v", List.of("x", "y"), List.of(List.of("1", "one"), List.of("2", "two")), Order.IN_TURN));
        Visit first = visit();
        Visit second = visit();

        assertThat(population.value("v.x").of(first)).isEqualTo("1");
        assertThat(population.value("v.y").of(second)).isEqualTo("two");
        assertThat(population.value("v.y").of(first)).isEqualTo("one");
        assertThat(population.value("v.x").of(second)).isEqualTo("2");
    }

    @Test
    void uuidsAreRandomOnesOfVersion4() throws Exception {
        Value uuid = of().value("uuid");

        assertThat(uuid.of(visit()))
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
                .isNotEqualTo(uuid.of(visit()));
    }

    @Test
    void aCookieThatTheServiceTakesBackIsGone() {
        Visitor visitor = new Visitor();
        visitor.keep(List.of("a=1; Path=/; HttpOnly", "b = 2", "nonsense"));
        assertThat(visitor.cookies()).isEqualTo("a=1; b=2");

        visitor.keep(List.of("a=; Max-Age=0", "b=3"));
        assertThat(visitor.cookies()).isEqualTo("b=3");
    }
}
