package dev.headroom.examples.shop;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Stands for the remote one: it takes its time, and that is all. */
@Component
class PaymentProvider {

    private final Duration takes;

    PaymentProvider(@Value("${shop.payment-takes}") Duration takes) {
        this.takes = takes;
    }

    void pay(long customer, long cents) {
        try {
            Thread.sleep(takes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("customer " + customer + " could not pay " + cents + " cents", e);
        }
    }
}
