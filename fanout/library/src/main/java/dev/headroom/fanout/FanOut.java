package dev.headroom.fanout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Calls several services side by side, and answers in time.
 *
 * <pre>{@code
 * Page page = FanOut.within(ofMillis(800)).call(
 *         part(users, () -> u.get(id)),
 *         part(offers, () -> o.top(id)).orElse(List.of()),
 *         Page::new);
 * }</pre>
 *
 * <ul>
 *   <li>There is one deadline for all of it: waiting for permits, calling, and the fan-outs within. Within another
 *       fan-out, or {@link Deadline#callWithin}, it ends with the outer one's.
 *   <li>Each part goes through the gate of its {@link Downstream}: no more calls than that are out, whatever happens.
 *   <li>The first part that fails without a fallback ends the others, and the caller is told at once, with the name of the
 *       part. So is one who is interrupted, and its parts with it.
 *   <li>The caller never waits for a call that ignores its interrupt: that one is {@linkplain Downstream#abandoned()
 *       accounted for} until it ends.
 *   <li>A part may be {@linkplain Part#hedged called twice} where it is late, or be {@linkplain Part#first one of several}.
 *   <li>Parts have the caller's context: MDC, and what Micrometer's context-propagation knows.
 * </ul>
 *
 * <p>A part that fans out itself, through its own gate, holds one permit there and asks for more. Where all holders do, none
 * would go on: the last to ask fails at once with {@link IllegalStateException}, and so does who closes a circle over several
 * gates. {@link Downstream#call} on the part's own thread takes no second permit.
 *
 * <p>It may be called from any thread, virtual or not. Immutable: the time starts at {@code call} or {@code all}. Each of
 * these throws
 *
 * <ul>
 *   <li>{@link FanOutException.CallFailed}, {@link FanOutException.DeadlineExpired} or {@link FanOutException.Rejected}
 *       for the first part that has no answer and no fallback; an {@link Error} of a call is a cause, too;
 *   <li>{@link InterruptedException} where the caller is interrupted;
 *   <li>what the combining function throws, as it is. It and fallbacks run on the caller's thread, under the deadline.
 * </ul>
 */
public final class FanOut {
    private final long timeoutNanos;
    private final int atOnce;
    private final ThreadContext context;

    private FanOut(long timeoutNanos, int atOnce, ThreadContext context) {
        this.timeoutNanos = timeoutNanos;
        this.atOnce = atOnce;
        this.context = context;
    }

    /** @param timeout for all of it, longer than 0; what is left of an outer deadline, where that is earlier */
    public static FanOut within(Duration timeout) {
        return new FanOut(Deadline.nanos(timeout), Integer.MAX_VALUE, ThreadContext.detected());
    }

    /** With no more of its own parts out at a time than this; those of {@link #all} never are more than the narrowest gate's limit, or the caller's share of it. */
    public FanOut atOnce(int parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("at least 1 part must be out at a time, but is " + parts);
        }
        return new FanOut(timeoutNanos, parts, context);
    }

    /** With another context for its parts than {@linkplain ThreadContext#detected() all that was detected}. */
    public FanOut carrying(ThreadContext newContext) {
        return new FanOut(timeoutNanos, atOnce, newContext);
    }

    /** One call, with all of the above. */
    public <A extends @Nullable Object> A call(Part<A> a) throws InterruptedException {
        Calls calls = open(1);
        var answerA = calls.add(a);
        return calls.answer(answerA::result);
    }

    /** Two calls side by side, and what the function makes of their answers. */
    public <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> R call(
            Part<A> a, Part<B> b, BiFunction<? super A, ? super B, ? extends R> combine) throws InterruptedException {
        Calls calls = open(2);
        var answerA = calls.add(a);
        var answerB = calls.add(b);
        return calls.answer(() -> combine.apply(answerA.result(), answerB.result()));
    }

    /** Three calls side by side, and what the function makes of their answers. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            R call(Part<A> a, Part<B> b, Part<C> c, Combine.Of3<? super A, ? super B, ? super C, ? extends R> combine)
                    throws InterruptedException {
        Calls calls = open(3);
        var answerA = calls.add(a);
        var answerB = calls.add(b);
        var answerC = calls.add(c);
        return calls.answer(() -> combine.apply(answerA.result(), answerB.result(), answerC.result()));
    }

    /** Four calls side by side, and what the function makes of their answers. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    R extends @Nullable Object>
            R call(
                    Part<A> a,
                    Part<B> b,
                    Part<C> c,
                    Part<D> d,
                    Combine.Of4<? super A, ? super B, ? super C, ? super D, ? extends R> combine)
                    throws InterruptedException {
        Calls calls = open(4);
        var answerA = calls.add(a);
        var answerB = calls.add(b);
        var answerC = calls.add(c);
        var answerD = calls.add(d);
        return calls.answer(
                () -> combine.apply(answerA.result(), answerB.result(), answerC.result(), answerD.result()));
    }

    /** Five calls side by side, and what the function makes of their answers. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    R extends @Nullable Object>
            R call(
                    Part<A> a,
                    Part<B> b,
                    Part<C> c,
                    Part<D> d,
                    Part<E> e,
                    Combine.Of5<? super A, ? super B, ? super C, ? super D, ? super E, ? extends R> combine)
                    throws InterruptedException {
        Calls calls = open(5);
        var answerA = calls.add(a);
        var answerB = calls.add(b);
        var answerC = calls.add(c);
        var answerD = calls.add(d);
        var answerE = calls.add(e);
        return calls.answer(() -> combine.apply(
                answerA.result(), answerB.result(), answerC.result(), answerD.result(), answerE.result()));
    }

    /** Six calls side by side, and what the function makes of their answers. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    R extends @Nullable Object>
            R call(
                    Part<A> a,
                    Part<B> b,
                    Part<C> c,
                    Part<D> d,
                    Part<E> e,
                    Part<F> f,
                    Combine.Of6<? super A, ? super B, ? super C, ? super D, ? super E, ? super F, ? extends R> combine)
                    throws InterruptedException {
        Calls calls = open(6);
        var answerA = calls.add(a);
        var answerB = calls.add(b);
        var answerC = calls.add(c);
        var answerD = calls.add(d);
        var answerE = calls.add(e);
        var answerF = calls.add(f);
        return calls.answer(() -> combine.apply(
                answerA.result(),
                answerB.result(),
                answerC.result(),
                answerD.result(),
                answerE.result(),
                answerF.result()));
    }

    /** Seven calls side by side, and what the function makes of their answers. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    G extends @Nullable Object,
                    R extends @Nullable Object>
            R call(
                    Part<A> a,
                    Part<B> b,
                    Part<C> c,
                    Part<D> d,
                    Part<E> e,
                    Part<F> f,
                    Part<G> g,
                    Combine.Of7<
                                    ? super A,
                                    ? super B,
                                    ? super C,
                                    ? super D,
                                    ? super E,
                                    ? super F,
                                    ? super G,
                                    ? extends R>
                            combine)
                    throws InterruptedException {
        Calls calls = open(7);
        var answerA = calls.add(a);
        var answerB = calls.add(b);
        var answerC = calls.add(c);
        var answerD = calls.add(d);
        var answerE = calls.add(e);
        var answerF = calls.add(f);
        var answerG = calls.add(g);
        return calls.answer(() -> combine.apply(
                answerA.result(),
                answerB.result(),
                answerC.result(),
                answerD.result(),
                answerE.result(),
                answerF.result(),
                answerG.result()));
    }

    /** Eight calls side by side, and what the function makes of their answers. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    G extends @Nullable Object,
                    H extends @Nullable Object,
                    R extends @Nullable Object>
            R call(
                    Part<A> a,
                    Part<B> b,
                    Part<C> c,
                    Part<D> d,
                    Part<E> e,
                    Part<F> f,
                    Part<G> g,
                    Part<H> h,
                    Combine.Of8<
                                    ? super A,
                                    ? super B,
                                    ? super C,
                                    ? super D,
                                    ? super E,
                                    ? super F,
                                    ? super G,
                                    ? super H,
                                    ? extends R>
                            combine)
                    throws InterruptedException {
        Calls calls = open(8);
        var answerA = calls.add(a);
        var answerB = calls.add(b);
        var answerC = calls.add(c);
        var answerD = calls.add(d);
        var answerE = calls.add(e);
        var answerF = calls.add(f);
        var answerG = calls.add(g);
        var answerH = calls.add(h);
        return calls.answer(() -> combine.apply(
                answerA.result(),
                answerB.result(),
                answerC.result(),
                answerD.result(),
                answerE.result(),
                answerF.result(),
                answerG.result(),
                answerH.result()));
    }

    /**
     * Like calls, side by side: the answers, in the order of the parts. The list cannot be changed. No more parts are out at a
     * time than the narrowest of their gates lets through, or the caller's share at one, so that a long collection does not reject itself. Where others
     * have filled the gate of all parts, and one is rejected while others of them are out, the next waits until one of these has ended. Calls that were given up are not
     * counted as out, though they hold their permits until they end.
     */
    public <T extends @Nullable Object> List<T> all(Collection<? extends Part<? extends T>> parts)
            throws InterruptedException {
        // A copy: another thread may change a concurrent collection
        List<Part<? extends T>> fixed = List.copyOf(parts);
        Calls calls = open(fixed.size(), Math.min(atOnce, narrowest(fixed)));
        List<Awaited<? extends T>> attempts = new ArrayList<>(fixed.size());
        for (Part<? extends T> part : fixed) {
            attempts.add(calls.add(part));
        }
        return calls.answer(() -> {
            List<T> answers = new ArrayList<>(attempts.size());
            for (Awaited<? extends T> attempt : attempts) {
                answers.add(attempt.result());
            }
            return Collections.unmodifiableList(answers);
        });
    }

    /** As many as each gate lets through for the caller: more would fill its queue, or be rejected by what went before of their own. */
    private static int narrowest(List<? extends Part<?>> parts) {
        Caller caller = Caller.current();
        int least = Integer.MAX_VALUE;
        for (Part<?> part : parts) {
            least = Math.min(least, part.width(caller));
        }
        return least;
    }

    /** A like call for each of the items, side by side: the answers, in the order of the items. */
    public <I extends @Nullable Object, T extends @Nullable Object> List<T> all(
            Collection<? extends I> items, Function<? super I, ? extends Part<? extends T>> each)
            throws InterruptedException {
        List<Part<? extends T>> parts = new ArrayList<>(items.size());
        for (I item : items) {
            parts.add(each.apply(item));
        }
        return all(parts);
    }

    /** As {@link #all}, but with what each came to, in the order of the items: a failure ends no others. */
    public <I extends @Nullable Object, T extends @Nullable Object> List<Settled<T>> allSettled(
            Collection<? extends I> items, Function<? super I, Part<T>> each) throws InterruptedException {
        return all(items, item -> each.apply(item).settled());
    }

    private Calls open(int parts) {
        return open(parts, atOnce);
    }

    private Calls open(int parts, int out) {
        Standing caller = Standing.current();
        Deadline deadline = caller.deadline().orAt(System.nanoTime(), timeoutNanos);
        return new Calls(parts, out, caller.with(deadline), context.capture());
    }
}
