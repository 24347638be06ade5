package dev.headroom.fanout;

/**
 * The right to make one call, for calls whose end is not the end of a method: the body of an HTTP response that is read
 * later, for one. {@link Downstream#enter()} gives it, {@code close} gives it back, on any thread; a second time does nothing.
 */
public interface Permit extends AutoCloseable {
    /** The call has ended well. */
    @Override
    void close();

    /**
     * The call has ended with this: gives the permit back as {@link #close()} does.
     *
     * @param thrown a timeout is what an adaptive limit takes for an overload
     */
    void failed(Throwable thrown);
}
