package dev.headroom.probe;

/** Dumps of virtual threads by a JDK that they can crash: of threads that wait for long, some dumps hardly ever do. */
final class DumpsOfVirtualThreads {

    private static final String PROPERTY = "headroom.dumps.virtual";

    private DumpsOfVirtualThreads() {}

    static void allow() {
        System.setProperty(PROPERTY, "true");
    }

    static void forbid() {
        System.clearProperty(PROPERTY);
    }
}
