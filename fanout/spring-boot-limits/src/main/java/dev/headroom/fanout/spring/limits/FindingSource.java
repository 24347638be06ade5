package dev.headroom.fanout.spring.limits;

import java.util.stream.Stream;

/** Looks for defaults that will bite. Beans of this type are asked once, when the application is ready. */
@FunctionalInterface
public interface FindingSource {
    /** What was found; nothing, where nothing bites. */
    Stream<Finding> find();
}
