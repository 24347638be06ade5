package dev.headroom.fanout.spring;

import dev.headroom.fanout.Downstream;

/** A bean of this type is asked before a downstream from properties is built: for listeners, spans and limits of your own. */
@FunctionalInterface
public interface DownstreamCustomizer {
    /**
     * Adds to what the properties say, or changes it.
     *
     * @param name of the downstream, as in {@code fanout.downstreams.<name>}
     * @param builder has what the properties say
     */
    void customize(String name, Downstream.Builder builder);
}
