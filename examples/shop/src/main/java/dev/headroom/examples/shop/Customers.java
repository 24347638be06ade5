package dev.headroom.examples.shop;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Who is logged in, by token. */
@RestController
class Customers {

    record Credentials(String name, String password) {}

    record Token(String token) {}

    private final Map<String, Long> loggedIn = new ConcurrentHashMap<>();
    private final JdbcClient database;

    Customers(JdbcClient database) {
        this.database = database;
    }

    @PostMapping("/login")
    Token login(@RequestBody Credentials given) {
        Optional<Long> customer = database.sql(
                        "select id from customer where name = ? and password = encode(sha256(?::bytea), 'hex')")
                .params(given.name(), given.name() + given.password())
                .query(Long.class)
                .optional();
        String token = UUID.randomUUID().toString();
        loggedIn.put(token, customer.orElseThrow(() -> new ResponseStatusException(HttpStatus.UNAUTHORIZED)));
        return new Token(token);
    }

    /** @param authorization header of a request */
    long of(String authorization) {
        return Optional.ofNullable(loggedIn.get(authorization.replaceFirst("^Bearer ", "")))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.UNAUTHORIZED));
    }
}
