package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.DataSource;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.Take;
import dev.headroom.core.model.load.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuesOfRequestsTest {

    private static final String SHOP = """
            name: shop
            services: { shop: { jar: a.jar, port: 0 } }
            watch: shop
            load: { closed: { users: 60, for: 15s } }
            data:
              product: { csv: products.csv, order: random }
              page: { range: 1..9 }
              count: { range: 1.. }
            variants:
              today:
                cookies: true
                sessions: 5
                login:
                  - { name: login, request: POST /login, take: { token: { json: /token } } }
                headers: { Token: "${token}" }
                requests:
                  view: { request: "GET /view/${product.id}?page=${page}", weight: 3 }
                  buy:
                    headers: { Accept: text/plain }
                    weight: 2
                    steps:
                      - { name: cart, request: POST /cart, take: { cart: { header: Location } } }
                      - { name: order, request: "POST ${cart}", body: "${uuid} ${cart} ${count}" }
            """;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void files() throws IOException {
        Files.createFile(folder.resolve("a.jar"));
        Files.writeString(folder.resolve("products.csv"), "id,name\n1,one\n");
        file = folder.resolve("experiment.yaml");
    }

    @Test
    void stepsAreKindsOfTheirOwnThatStandTogether() throws Exception {
        Variant variant =
                ExperimentFile.read(Files.writeString(file, SHOP)).variants().getFirst();

        assertThat(variant.requests())
                .containsExactly(
                        new RequestKind(
                                "view",
                                3,
                                "GET",
                                "/view/${product.id}?page=${page}",
                                Map.of("Token", "${token}"),
                                "",
                                "",
                                List.of(),
                                ""),
                        new RequestKind(
                                "buy/cart",
                                2,
                                "POST",
                                "/cart",
                                Map.of("Token", "${token}", "Accept", "text/plain"),
                                "",
                                "buy",
                                List.of(new Take("cart", Take.From.HEADER, "Location")),
                                ""),
                        new RequestKind(
                                "buy/order",
                                2,
                                "POST",
                                "${cart}",
                                Map.of("Token", "${token}", "Accept", "text/plain"),
                                "${uuid} ${cart} ${count}",
                                "buy",
                                List.of(),
                                ""));
    }

    @Test
    void whatUsersHaveBesideTheirRequestsArrives() throws Exception {
        Users users = ExperimentFile.read(Files.writeString(file, SHOP))
                .variants()
                .getFirst()
                .users();

        assertThat(users.data())
                .containsExactly(
                        new DataSource(
                                "product",
                                folder.resolve("products.csv").toString(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                DataSource.Order.RANDOM),
                        new DataSource("page", "", OptionalLong.of(1), OptionalLong.of(9), DataSource.Order.IN_TURN),
                        new DataSource(
                                "count", "", OptionalLong.of(1), OptionalLong.empty(), DataSource.Order.IN_TURN));
        assertThat(users.login())
                .containsExactly(new RequestKind(
                        "login",
                        1,
                        "POST",
                        "/login",
                        Map.of(),
                        "",
                        "login",
                        List.of(new Take("token", Take.From.JSON, "/token")),
                        ""));
        assertThat(users.cookies()).isTrue();
        assertThat(users.sessions()).isEqualTo(5);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            csv: products.csv   | csv: product.csv    |  6 | 19 | no file FOLDER/product.csv        | a CSV file in UTF-8 whose first line names its columns
            csv: products.csv   | cvs: products.csv   |  6 | 14 | unknown key `cvs`                  | (did you mean `csv`?)
            order: random       | order: any          |  6 | 40 | `any`                              | in-turn (from the first to the last, and again) or random
            range: 1..9         | range: 9..1         |  7 | 18 | `9..1`                             | whose end is given and not before its begin
            range: 1..9         | range: 1-9          |  7 | 18 | `1-9`                              | whole numbers from the first to the last
            range: 1.. }        | range: 1.., order: random } |  8 | 19 | `1..` in random order       | whose end is given
            count: {            | uuid: {             |  8 |  3 | a source named `uuid`              | ${uuid} is a random one each time
            ${product.id}       | ${product.ident}    | 17 | 24 | `${product.ident}`, for which nothing gives a value | (did you mean `product.id`?)
            ${product.id}       | ${product}          | 17 | 24 | `${product}`, for which nothing gives a value | one of uuid, product.id, product.name, page, count, token
            Token: "${token}"   | Token: "${tokn}"    | 15 | 23 | `${tokn}`, for which nothing gives a value | (did you mean `token`?)
            "POST ${cart}"      | "POST ${order}"     | 23 | 37 | `${order}`, for which nothing gives a value | cart
            POST /cart,         | "POST ${cart}",     | 22 | 36 | `${cart}`, for which nothing gives a value | $${cart} is the text itself
            { cart: {           | { page: {           | 22 | 56 | `page`, which is a source of values too | a name of its own for each value
            { header: Location }| { body: Location }  | 22 | 56 | none or several of `json`, `header`, `cookie` | one of json: a JSON pointer
            { json: /token }    | { json: token }     | 14 | 69 | `token`                            | a JSON pointer into the body of the answer
            name: order         | name: cart          | 23 | 21 | `cart` a second time               | a name of its own for each step
            "POST ${cart}"      | "POST ${cart} a"    | 23 | 37 | `POST ${cart} a`                   | a method and a path on the watched service
            """)
    void aMistakeNamesItsLineWhatWasFoundAndWhatWasExpected(
            String good, String bad, int line, int column, String found, String expected) throws IOException {
        assertThat(SHOP).contains(good);
        Files.writeString(file, SHOP.replace(good, bad));

        InvalidExperimentException invalid =
                catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file));

        assertThat(invalid.mistakes()).anySatisfy(mistake -> {
            assertThat(mistake.found()).isEqualTo(found.replace("FOLDER", folder.toString()));
            assertThat(mistake.expected()).contains(expected);
            assertThat(mistake.line()).isEqualTo(line);
            assertThat(mistake.column()).isEqualTo(column);
        });
    }

    @Test
    void columnsOfAFileThatIsNotThereAreNoMistakesOfTheirOwn() throws IOException {
        Files.delete(folder.resolve("products.csv"));
        Files.writeString(file, SHOP);

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file))
                        .mistakes())
                .hasSize(1);
    }

    @Test
    void headersOfTheFirstKindOfRequestGoWithThoseBeforeTheLoadToo() throws IOException {
        Files.writeString(file, """
                name: shop
                services: { shop: { jar: a.jar, port: 0 } }
                watch: shop
                load: { closed: { users: 1, for: 1s } }
                variants:
                  today:
                    before: { request: GET /hang, count: 1 }
                    requests:
                      view: { request: GET /a, headers: { Id: "${uuid}" } }
                      order: { request: GET /b, headers: { Id: "${uuid}" } }
                """);

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file))
                        .mistakes())
                .singleElement()
                .hasToString(file + ":9:47: found a value in a header that goes with requests before the load, too;"
                        + " expected no value in it, or no `before`");
    }

    @Test
    void requestsBeforeTheLoadHaveNoValues() throws IOException {
        Files.writeString(
                file, SHOP.replace("    sessions: 5", "    before: { request: \"GET /hang/${page}\", count: 1 }"));

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file))
                        .mistakes())
                .extracting(Mistake::found)
                .containsExactlyInAnyOrder(
                        "`${page}`, for which nothing gives a value",
                        "a value in a header that goes with requests before the load, too");
    }
}
