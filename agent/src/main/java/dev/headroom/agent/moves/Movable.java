package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Stranger;
import dev.headroom.agent.wire.Wire;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A limit that can be moved while the application runs. Asked from other threads than the sampler's. */
public interface Movable {

    int UNKNOWN = -1;

    /** What of the application's it is; null where that is gone. */
    @Nullable
    Object object();

    /** What its setter sets, by {@code equals}: parts of an object may have one setting together, and whoever moves one of them moves all. */
    default Object setting() {
        return this;
    }

    /** What of the application's no other Headroom may move meanwhile: it, and what it is set through. */
    default List<Object> claimed() {
        Object through = setting() instanceof OfAll all ? all.target().get() : null;
        return Stream.of(Optional.ofNullable(object()), Optional.ofNullable(through))
                .flatMap(Optional::stream)
                .toList();
    }

    /** False of a part that its owner has dropped for now: to ask it might make it anew. */
    default boolean isThere() {
        return true;
    }

    /** What it is now; {@link #UNKNOWN} where it does not tell. */
    int capacity();

    /**
     * @param from its capacity as it was just read: by that it is told whether it is to be more or less, though it may tell another one by now
     * @throws ReflectiveOperationException where the application refuses; some of its settings may have changed by then
     */
    void move(int from, int to) throws ReflectiveOperationException, InterruptedException;

    /** All that {@link #move} may change, as the setters take it; empty where that cannot be read. */
    List<Number> settings();

    /** Makes {@link #settings} these, whatever they are now. */
    void set(List<Number> settings) throws ReflectiveOperationException, InterruptedException;

    /** Why moving it would harm the application, whatever it is moved to; empty where nothing is known of that. */
    default String harm() {
        return "";
    }

    /** It is as its owner left it, and will be moved. */
    default void begin() {}

    /**
     * Waits for a few seconds until it is no more than its settings say, for who measures from now on would measure that as well.
     *
     * @return what it is still; empty where that is nothing
     */
    default String settle() throws InterruptedException {
        return "";
    }

    /** Somebody else has lowered it to what it was before us: what is too many came by us. */
    default void shed() {}

    /** It was put back, and is not moved for now: what was kept to move it again goes. */
    default void rest() {}

    /**
     * It shall stay as it is moved when we have gone.
     *
     * @throws ReflectiveOperationException where it cannot; it is as it was then
     */
    default void keep() throws ReflectiveOperationException, InterruptedException {}

    boolean movable();

    /** False where a limit that is lowered again keeps what it has while there is work. */
    boolean comesBack();

    /** The call that moves it, for the reader. */
    String how();

    /** @param busy how it is occupied; empty where it cannot be */
    static void lever(DataOutputStream out, @Nullable Movable movable, String busy) throws IOException {
        Lever lever = movable == null ? Lever.NONE : Stranger.ask(() -> Lever.of(movable), Lever.NONE);
        out.writeByte(lever.code);
        Wire.text(out, lever.how);
        Wire.text(out, busy);
    }

    /** How it is moved, asked before anything of it is written. */
    record Lever(int code, String how) {
        static final Lever NONE = new Lever(Wire.FIXED, "");

        static Lever of(Movable movable) {
            return movable.movable()
                    ? new Lever(movable.comesBack() ? Wire.COMES_BACK : Wire.STAYS, movable.how())
                    : NONE;
        }
    }
}
