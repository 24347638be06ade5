package dev.headroom.examples.shop;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class Products {

    /** @param cents its price */
    record Product(long id, String name, long cents) {}

    private final JdbcClient database;

    Products(JdbcClient database) {
        this.database = database;
    }

    @GetMapping("/products/{id}")
    Product product(@PathVariable long id) {
        return database.sql("select id, name, cents from product where id = ?")
                .param(id)
                .query(Product.class)
                .optional()
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    @GetMapping("/products")
    List<Product> search(@RequestParam String text) {
        return database.sql("select id, name, cents from product where name like ? order by name limit 20")
                .param(text + "%")
                .query(Product.class)
                .list();
    }
}
