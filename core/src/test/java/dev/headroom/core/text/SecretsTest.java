package dev.headroom.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
                "db.pwd",
                "DB_PASS",
                "db.pass",
                "pass",
                "jwt",
                "session.jwt",
                "api_key_id",
                "GITHUB_PAT",
                "REDISCLI_AUTH",
                "redis.auth",
                "requirepass",
                "pw"
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
        "pass, 12",
        "key, value",
        "path, /opt",
        "compass, north",
        "bypass, proxy",
        "key_id, 4",
        "mail.smtp.auth, true",
        "hadoop.security.auth, kerberos",
        "token, null",
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
                "jdbc:postgresql://shop:p@ss@db:5432/shop | jdbc:postgresql://***@db:5432/shop",
                "redis://:p/w?d@cache:6379/0 | redis://***@cache:6379/0",
                "curl -u amy:hunter2 http://x | curl -u amy:*** http://x",
                "curl --user 'amy:hunter2' http://x | curl --user 'amy:***' http://x",
                "GET /callback?code=4f9a-77&state=2 | GET /callback?code=***&state=2",
                "Bearer 0123456789abcdef0123 was refused | Bearer *** was refused",
                "GET /errors?code=404 | GET /errors?code=404",
                "docker run -u 1000:1000 shop | docker run -u 1000:1000 shop",
                "runs as -u 1000:1000, not as root | runs as -u 1000:1000, not as root",
                "curl -su amy:hunter2 http://x | curl -su amy:*** http://x",
                "curl -sSfu 'amy:hunter2' http://x | curl -sSfu 'amy:***' http://x",
                "curl -x proxy -U amy:hunter2 http://x | curl -x proxy -U amy:*** http://x",
                "curl -u amy:9-lives http://x | curl -u amy:*** http://x",
                "curl -u admin:1234 http://x | curl -u admin:*** http://x",
                "curl -u 12:34-x http://x | curl -u 12:*** http://x",
                "scan -u http://shop:8080/ -v | scan -u http://shop:8080/ -v",
                "api_key: abc123 | api_key: ***",
                "DB_PASS: x | DB_PASS: ***",
                "dbPass: tiger | dbPass: ***",
                "passphrase: tiger | passphrase: ***",
                "sent jwt: eyJhbGciOiJub25lIn0.e30.x | sent jwt: ***",
                "access-token: 9f8e7d, then gone | access-token: ***, then gone",
                "token: a1b2c3d4 | token: ***",
                "unexpected token: order1_ near line 1 | unexpected token: order1_ near line 1",
                "api_key: missing | api_key: missing",
                "access-token: expired | access-token: expired",
                "bypass: on, compass: north, pass: 12 | bypass: on, compass: north, pass: 12",
                "cache-key: product42 | cache-key: product42",
                "io.jsonwebtoken.ExpiredJwtException: JWT1234 is old | io.jsonwebtoken.ExpiredJwtException: JWT1234 is old",
                "com.acme.Vault.readSecret:42 | com.acme.Vault.readSecret:42",
                "GET /login?user=amy&pw=hunter2&x=1 | GET /login?user=amy&pw=***&x=1",
                "GET /cart?sid=1a2b3c4d&x=1 | GET /cart?sid=***&x=1",
                "(SID=ORCL)(SERVER=dedicated) | (SID=ORCL)(SERVER=dedicated)",
                "GET /cart;jsessionid=1A2B3C4D.n1?page=2 | GET /cart;jsessionid=***?page=2",
                "JSESSIONID=0A1B2C3D; Path=/ | JSESSIONID=***; Path=/",
                "session_id=1000234 | session_id=1000234",
                "GET /callback?code=123456&state=2 | GET /callback?code=***&state=2",
                "GET /errors?code=10042 | GET /errors?code=10042",
                "GET /login?otp=4829 | GET /login?otp=***",
                "mysql -u root -phunter2 shop | mysql -u root -p*** shop",
                "/usr/bin/mysqldump -h db -p'two words' shop | /usr/bin/mysqldump -h db -p*** shop",
                "sh -c 'mysql -phunter2' | sh -c 'mysql -p***'",
                "mysql -h db -P 3306 -p shop | mysql -h db -P 3306 -p shop",
                "docker run --name mysql -p3306:3306 mysql:8 | docker run --name mysql -p3306:3306 mysql:8",
                "redis-cli -h cache -a hunter2 ping | redis-cli -h cache -a *** ping",
                "ls -a /tmp | ls -a /tmp",
                "REDISCLI_AUTH=hunter2 redis-cli | REDISCLI_AUTH=*** redis-cli",
                "JAVA_OPTS=-Ddb.password=hunter2 -Xmx1g | JAVA_OPTS=-Ddb.password=*** -Xmx1g",
                "url=jdbc:mysql://db/shop?password=hunter2&x=1 | url=jdbc:mysql://db/shop?password=***&x=1",
                "{\"command\": \"java -Ddb.password=hunter2 -jar x.jar\"} | {\"command\": \"java -Ddb.password=*** -jar x.jar\"}",
                "Basic authentication is needed | Basic authentication is needed",
                "found `Authorization: ***` on a command line | found `Authorization: ***` on a command line",
                "Authorization: Bearer ${login.token} | Authorization: Bearer ${login.token}",
                "sent Cookie: SID=1a2b; theme=dark | sent Cookie: ***",
                "?key=1a2b3c4d5e | ?key=***",
                "wrong password: it must not be empty | wrong password: it must not be empty",
                "cannot set cookie: its value is too long | cannot set cookie: its value is too long",
                "http://127.0.0.1:8080/a:b@c | http://127.0.0.1:8080/a:b@c",
                "-Dpwd=hunter2 -Djwt=x9y -Ddbpass=tiger -Dapikey=k7 | -Dpwd=*** -Djwt=*** -Ddbpass=*** -Dapikey=***",
                "java -jar x.jar --key=value | java -jar x.jar --key=value",
                "Unexpected token: foo | Unexpected token: foo"
            })
    void secretsInTexts(String text, String shown) {
        assertThat(Secrets.hideIn(text)).isEqualTo(shown);
    }

    /** In time that grows with their length: a square of it would be minutes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "://a:",
                "password:",
                "a=\"\\\\a",
                "cookie:",
                "cookie=a${",
                "b@",
                "a://b",
                "bearer ",
                "-u a:",
                "a  ",
                "'",
                "a=",
                "key=",
                "pwd=\"",
                "token:",
                "-u 1:",
                "-su 1",
                "mysql ",
                "mysql -p$",
                "redis-cli -a",
                ";jsessionid=a"
            })
    @Timeout(60)
    void aTextThatWasMadeOnPurposeStallsNothing(String part) {
        String text = "a://" + part.repeat(100_000 / part.length()) + "${";
        assertThat(Secrets.hideIn(text)).isNotEmpty();
        assertThat(Secrets.in(text)).isNotNull();
    }

    @Test
    void anArgumentMayBeASecretByTheOptionBeforeIt() {
        assertThat(Secrets.hideInArguments(List.of("--user", "amy", "--api-key", "abc", "--pwd=x")))
                .containsExactly("--user", "amy", "--api-key", "***", "--pwd=***");
        assertThat(Secrets.hideInArguments(List.of("curl", "-u", "amy:hunter2", "--user", "1000:1000")))
                .containsExactly("curl", "-u", "amy:***", "--user", "1000:1000");
        assertThat(Secrets.hideInArguments(List.of("curl", "-sSu", "amy:9-lives")))
                .containsExactly("curl", "-sSu", "amy:***");
    }

    @Test
    void aClientMayTakeItsPasswordByALetter() {
        assertThat(Secrets.hideInArguments(List.of("docker", "exec", "db", "mysql", "-uroot", "-phunter2")))
                .containsExactly("docker", "exec", "db", "mysql", "-uroot", "***");
        assertThat(Secrets.hideInArguments(List.of("/usr/bin/redis-cli", "-h", "cache", "-a", "hunter2")))
                .containsExactly("/usr/bin/redis-cli", "-h", "cache", "-a", "***");
        assertThat(Secrets.hideInArguments(List.of("docker", "run", "--name", "mysql", "-p3306:3306", "-a", "stdin")))
                .containsExactly("docker", "run", "--name", "mysql", "-p3306:3306", "-a", "stdin");
        assertThat(Secrets.hideInArguments(List.of("java", "-parameters", "-a", "b")))
                .containsExactly("java", "-parameters", "-a", "b");
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
