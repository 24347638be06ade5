package dev.headroom.cases.bike;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Works on a bike for its time, and keeps the thread that asked. */
@Component
class Workshop {
    private final Duration work;

    Workshop(@Value("${bike.work}") Duration work) {
        this.work = work;
    }

    Bike repair() throws InterruptedException {
        Thread.sleep(work);
        return new Bike("repaired");
    }
}
