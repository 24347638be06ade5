package dev.headroom.fanout;

import org.jspecify.annotations.Nullable;

/** Make one thing of the answers of several parts. Nobody needs to name these: they are lambdas and method references. */
public final class Combine {
    private Combine() {}

    @FunctionalInterface
    public interface Of3<
            A extends @Nullable Object,
            B extends @Nullable Object,
            C extends @Nullable Object,
            R extends @Nullable Object> {
        R apply(A a, B b, C c);
    }

    @FunctionalInterface
    public interface Of4<
            A extends @Nullable Object,
            B extends @Nullable Object,
            C extends @Nullable Object,
            D extends @Nullable Object,
            R extends @Nullable Object> {
        R apply(A a, B b, C c, D d);
    }

    @FunctionalInterface
    public interface Of5<
            A extends @Nullable Object,
            B extends @Nullable Object,
            C extends @Nullable Object,
            D extends @Nullable Object,
            E extends @Nullable Object,
            R extends @Nullable Object> {
        R apply(A a, B b, C c, D d, E e);
    }

    @FunctionalInterface
    public interface Of6<
            A extends @Nullable Object,
            B extends @Nullable Object,
            C extends @Nullable Object,
            D extends @Nullable Object,
            E extends @Nullable Object,
            F extends @Nullable Object,
            R extends @Nullable Object> {
        R apply(A a, B b, C c, D d, E e, F f);
    }

    @FunctionalInterface
    public interface Of7<
            A extends @Nullable Object,
            B extends @Nullable Object,
            C extends @Nullable Object,
            D extends @Nullable Object,
            E extends @Nullable Object,
            F extends @Nullable Object,
            G extends @Nullable Object,
            R extends @Nullable Object> {
        R apply(A a, B b, C c, D d, E e, F f, G g);
    }

    @FunctionalInterface
    public interface Of8<
            A extends @Nullable Object,
            B extends @Nullable Object,
            C extends @Nullable Object,
            D extends @Nullable Object,
            E extends @Nullable Object,
            F extends @Nullable Object,
            G extends @Nullable Object,
            H extends @Nullable Object,
            R extends @Nullable Object> {
        R apply(A a, B b, C c, D d, E e, F f, G g, H h);
    }
}
