package dev.headroom.examples.shop;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class Orders {

    record Bought(long product, int quantity, long cents) {}

    private final Customers customers;
    private final JdbcClient database;
    private final PaymentProvider payments;

    Orders(Customers customers, JdbcClient database, PaymentProvider payments) {
        this.customers = customers;
        this.database = database;
        this.payments = payments;
    }

    /** Pays within the transaction, so that no order is kept that was not paid. */
    @Transactional
    @PostMapping("/carts/{cart}/order")
    @ResponseStatus(HttpStatus.CREATED)
    public Bought order(@RequestHeader(HttpHeaders.AUTHORIZATION) String authorization, @PathVariable long cart) {
        long customer = customers.of(authorization);
        Bought bought = database.sql("""
                        delete from cart using product
                        where cart.id = ? and cart.customer = ? and product.id = cart.product
                        returning cart.product, cart.quantity, cart.quantity * product.cents as cents""")
                .params(cart, customer)
                .query(Bought.class)
                .optional()
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.CONFLICT, "this cart is ordered already"));
        payments.pay(customer, bought.cents());
        database.sql("insert into orders (customer, product, quantity) values (?, ?, ?)")
                .params(customer, bought.product(), bought.quantity())
                .update();
        return bought;
    }
}
