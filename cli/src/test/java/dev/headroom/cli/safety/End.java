package dev.headroom.cli.safety;

/** What happens to Headroom while it is at work. */
enum End {
    /** It ends by itself. */
    NORMAL,
    /** Ctrl-C. */
    SIGINT,
    SIGTERM,
    SIGKILL,
    /** A suspended laptop: it stands still, and is killed later. */
    SIGSTOP,
    /** Its connections to the JVM break, and it lives. */
    CUT,
    /** It hardly gets a processor. */
    STARVED,
    /** Another one is at work in the same JVM, and is killed. */
    TWO
}
