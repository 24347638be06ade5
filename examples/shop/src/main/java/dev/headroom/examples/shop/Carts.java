package dev.headroom.examples.shop;

import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class Carts {

    record Item(long product, int quantity) {}

    record Cart(long id) {}

    private final Customers customers;
    private final JdbcClient database;

    Carts(Customers customers, JdbcClient database) {
        this.customers = customers;
        this.database = database;
    }

    @PostMapping("/carts")
    ResponseEntity<Cart> put(@RequestHeader(HttpHeaders.AUTHORIZATION) String authorization, @RequestBody Item item) {
        long id = database.sql("insert into cart (customer, product, quantity) values (?, ?, ?) returning id")
                .params(customers.of(authorization), item.product(), item.quantity())
                .query(Long.class)
                .single();
        return ResponseEntity.created(URI.create("/carts/" + id)).body(new Cart(id));
    }
}
