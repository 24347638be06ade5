package dev.headroom.core.conservation;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Requests in flight each of which waits for the completion of the one before: links of one chain of futures, as {@code tail = tail.thenCompose(...)} makes it. A link begins when the one before is
 * complete, so that one at a time is at work, whoever does it; no thread waits, and nothing counts them. Where what a link gives was begun before its turn, the chain only gives back in order what is done
 * side by side, and says no number.
 *
 * @param type of the code that the links run; that of most of them
 * @param clients of the links, by the ports of their connections
 * @param inOrder whether what a link gives was begun before its turn
 */
public record FutureChain(String type, Set<Integer> clients, boolean inOrder) {

    public FutureChain {
        clients = Set.copyOf(clients);
    }

    /**
     * That of the first heap, where each has one of the same code, of requests in flight, and of other ones than another heap.
     *
     * @param heaps under load, some time apart
     */
    static Optional<FutureChain> in(List<RequestsInHeap> heaps) {
        List<FutureChain> chains =
                heaps.stream().flatMap(heap -> heap.chain().stream()).toList();
        boolean inEach = chains.size() == heaps.size()
                && heaps.stream()
                        .allMatch(heap ->
                                heap.areRequests(heap.chain().orElseThrow().clients()));
        boolean ofOneCode = chains.stream().map(FutureChain::type).distinct().count() == 1;
        boolean others = chains.stream().map(FutureChain::clients).distinct().count() > 1;
        return inEach && ofOneCode && others ? Optional.of(chains.getFirst()) : Optional.empty();
    }
}
