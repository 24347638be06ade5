package dev.headroom.fanout.spring.limits;

import java.util.List;

/**
 * Tells of limits of the application. Beans of this type are asked several times a second, so it must cost no more than a
 * few reads; limits may come and go.
 */
@FunctionalInterface
public interface LimitSource {
    /** One look at each. */
    List<LimitReading> read();
}
