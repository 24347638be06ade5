package dev.headroom.trials;

/** What a service does for one request; an exception is answered with 500. */
@FunctionalInterface
interface Work {

    void serve() throws Exception;
}
