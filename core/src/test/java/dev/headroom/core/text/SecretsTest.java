package dev.headroom.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.datasource.password",
                "DB_PASSWORD",
                "app.apiKey",
                "x-api-key",
                "Authorization",
                "Set-Cookie",
                "Cookie",
                "access-token",
                "oauth.client-secret",
                "server.ssl.key-store-password",
                "signing.key",
                "AWS_SECRET_ACCESS_KEY",
                "db.pwd"
            })
    void namesOfSecrets(String name) {
        assertThat(Secrets.isSecret(name, "s3cr3t")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "server.ssl.key-store, /etc/keys.p12",
        "server.tomcat.keep-alive-timeout, 5s",
        "server.ssl.key-alias, mine",
        "app.public-key, abc",
        "limiter.tokens-per-second, 10",
        "jwt.token.validity, 3600",
        "app.monkey, chimp",
        "server.servlet.session.cookie.name, SID",
        "spring.application.name, shop",
        "db.password, ''"
    })
    void namesThatAreNone(String name, String value) {
        assertThat(Secrets.isSecret(name, value)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://shop:hunter2@db:5432/shop | jdbc:postgresql://***@db:5432/shop",
                "jdbc:postgresql://db/shop?user=shop&password=hunter2&ssl=true | jdbc:postgresql://db/shop?user=shop&password=***&ssl=true",
                "jdbc:oracle:thin:scott/tiger@//db:1521/x | jdbc:oracle:thin:***@//db:1521/x",
                "GET http://127.0.0.1:80/a@b | GET http://127.0.0.1:80/a@b",
                "sent Authorization: Bearer abc.def | sent Authorization: ***",
                "{\"password\": \"hunter2\", \"name\": \"x\"} | {\"password\": \"***\", \"name\": \"x\"}",
                "{\"password\": \"two, \\\"words\\\"\", \"name\": \"x\"} | {\"password\": \"***\", \"name\": \"x\"}",
                "{\"password\": \"${user.password}\", \"secret\": 42} | {\"password\": \"${user.password}\", \"secret\": ***}",
                "name=amy&password=${user.password}&pwd=a%20b | name=amy&password=${user.password}&pwd=***",
                "login failed, password: hunter2 | login failed, password: ***",
                "-Dshop.token=abc -Xmx1g | -Dshop.token=*** -Xmx1g",
                "Unexpected token: foo | Unexpected token: foo"
            })
    void secretsInTexts(String text, String shown) {
        assertThat(Secrets.hideIn(text)).isEqualTo(shown);
    }

    @Test
    void anArgumentMayBeASecretByTheOptionBeforeIt() {
        assertThat(Secrets.hideInArguments(List.of("--user", "amy", "--api-key", "abc", "--pwd=x")))
                .containsExactly("--user", "amy", "--api-key", "***", "--pwd=***");
    }

    @ParameterizedTest
    @CsvSource({
        "--db.password=two words & more, --db.password=***",
        "--db.name=shop, --db.name=shop",
        "--url=http://a:b@c/d, --url=http://***@c/d"
    })
    void anArgumentIsOneSecretUpToItsEnd(String argument, String shown) {
        assertThat(Secrets.hideInArgument(argument)).isEqualTo(shown);
    }
}
