package dev.headroom.agent.jvm;

import java.util.function.Supplier;

/** An object of the service's own, whose class may do anything when it is asked: what it throws must not end our watching. */
public final class Stranger {

    private Stranger() {}

    /** Whatever is thrown, the answer is the other one; unless the JVM has no memory left. */
    public static <T> T ask(Supplier<T> question, T otherwise) {
        try {
            return question.get();
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) { // a class that it needs may not be there, or it calls itself for ever
            return otherwise;
        }
    }
}
