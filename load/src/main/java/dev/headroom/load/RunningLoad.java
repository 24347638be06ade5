package dev.headroom.load;

import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A load under way. Closing it cancels what is not done and frees its threads and connections. */
public interface RunningLoad extends AutoCloseable {

    /** Done when warm-up is over and the first counted request is due; holds that instant. */
    CompletableFuture<Instant> counted();

    /** Done when the last counted request has been sent (the drain begins); holds that instant. */
    CompletableFuture<Instant> offered();

    /** Done when every counted request has its answer or its error. */
    CompletableFuture<LoadResult> result();

    LoadProgress progress();

    /** The counts of the phase under way, no older than some ten milliseconds; cheap enough to be asked all the time. */
    Counts counts();

    /** Of these counts, the requests that were begun in the first second of the phase; none where the load is our own, which is warm by then. */
    default Counts early() {
        return new Counts(0, 0, 0, 0, 0, 0, List.of());
    }

    /**
     * The result as it stands now, of the whole seconds of the counted load; the load goes on. Cancelled where none is under way, and by
     * engines that count only at the end. Counting it holds up the generator for some tenths of a millisecond, so ask about once a second.
     */
    default CompletableFuture<LoadResult> soFar() {
        CompletableFuture<LoadResult> none = new CompletableFuture<>();
        none.cancel(false);
        return none;
    }

    /** What is waited for longer than was asked, in words for whoever watches; empty where all goes as it should. */
    default Optional<String> waitedFor() {
        return Optional.empty();
    }

    /** What of the load is in no figure, in words for the report, once its result is there; empty where that is nothing. */
    default Optional<String> leftOut() {
        return Optional.empty();
    }

    /** Sends nothing more, as if the time of the load were up: it drains, and ends. */
    void stop();

    @Override
    void close();
}
