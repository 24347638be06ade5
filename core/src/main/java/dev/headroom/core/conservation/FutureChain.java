package dev.headroom.core.conservation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Requests in flight each of which waits for the completion of the one before: links of a chain of futures, as {@code tail = tail.thenCompose(...)} makes it, or of several, as with a tail for each key. A link
 * begins when the one before is complete, so that one of each chain at a time is at work, whoever does it; no thread waits, and nothing counts them. Where what a link gives was begun before its turn, the
 * chain only gives back in order what is done side by side, and says no number.
 *
 * @param type of the code that the links run; that of most of them
 * @param clients of the links, by the ports of their connections
 * @param next of these, those of the first link of each chain, whose turn it is
 * @param chains in which they wait; empty where there are now more and now fewer
 * @param inOrder whether what a link gives was begun before its turn
 */
public record FutureChain(String type, Set<Integer> clients, Set<Integer> next, OptionalInt chains, boolean inOrder) {

    public FutureChain {
        clients = Set.copyOf(clients);
        next = Set.copyOf(next);
    }

    /**
     * That of the first heap, where each has one of the same code, of requests in flight, and of other ones than another heap, or in another order.
     *
     * @param heaps under load, some time apart
     */
    static Optional<FutureChain> in(List<RequestsInHeap> heaps) {
        List<FutureChain> found =
                heaps.stream().flatMap(heap -> heap.chain().stream()).toList();
        boolean inEach = found.size() == heaps.size()
                && heaps.stream()
                        .allMatch(heap ->
                                heap.areRequests(heap.chain().orElseThrow().clients()));
        if (!inEach
                || !areAlike(found, FutureChain::type)
                || areAlike(found, chain -> List.of(chain.clients(), chain.next()))) {
            return Optional.empty();
        }
        FutureChain first = found.getFirst();
        return Optional.of(
                areAlike(found, FutureChain::chains)
                        ? first
                        : new FutureChain(first.type, first.clients, first.next, OptionalInt.empty(), first.inOrder));
    }

    private static boolean areAlike(List<FutureChain> heaps, Function<FutureChain, ?> in) {
        return heaps.stream().map(in).distinct().count() <= 1;
    }
}
