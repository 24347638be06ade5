package dev.headroom.trials;

/** What a service does for one request; an exception is answered with 500. */
@FunctionalInterface
interface Work {

    void serve() throws Exception;

    /** For a request with this path. */
    default void serve(String path) throws Exception {
        serve();
    }
}
