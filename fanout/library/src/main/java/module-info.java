/** Calls side by side, each behind the gate of its service, all under one deadline. */
module dev.headroom.fanout {
    requires static org.jspecify;
    // Neither is needed: where one is there, what it holds for a thread is carried over
    requires static org.slf4j;
    requires static context.propagation;

    exports dev.headroom.fanout;
    exports dev.headroom.fanout.limit;
}
