package dev.headroom.fanout.spring.limits;

import java.util.List;

/** Finds limits of the application among its meters. Beans of this type are asked when the endpoint is; limits may come and go. */
@FunctionalInterface
public interface LimitSource {
    /** One look at each. */
    List<LimitReading> read(Meters meters);
}
