package dev.headroom.fanout;

/** What the end of a call tells of the downstream's capacity; a later one counts more. */
enum Lesson {
    /** It took as long as it takes. */
    ANSWERED,
    /** Nothing: a failure that is no overload is quick or slow for reasons of its own. */
    NOTHING,
    /** It has too much. */
    DROPPED;

    Lesson or(Lesson other) {
        return compareTo(other) < 0 ? other : this;
    }
}
