package dev.headroom.probe.heap;

import static dev.headroom.probe.heap.Sequences.stream;

import dev.headroom.core.conservation.FutureChain;
import dev.headroom.core.text.ClassNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import shark.HeapField;
import shark.HeapGraph;
import shark.HeapObject.HeapInstance;

/**
 * Futures that are completed when another one is, and this one when yet another one is: {@code java.util.concurrent}'s, whose completion refers to the future before ({@code src}) and to its own ({@code dep}), or
 * has code that completes a promise.
 *
 * @param number of an object, by its id
 * @param owners of each object, below 0 for none
 */
record FutureChains(HeapGraph graph, LongFunction<OptionalInt> number, int[] owners) {

    private static final String FUTURE = CompletableFuture.class.getName();
    private static final String LINK = FUTURE + "$UniCompletion";
    private static final String TWO = FUTURE + "$BiCompletion";
    private static final String LAMBDA = "$$Lambda";

    /** Whose code gives nothing that is waited for: a future that it refers to is one that it completes. */
    private static final Set<String> COMPLETING =
            Set.of(FUTURE + "$UniWhenComplete", FUTURE + "$UniAccept", FUTURE + "$UniHandle", FUTURE + "$UniRun");

    private static final Comparator<FutureChain> LENGTH =
            Comparator.comparingInt(chain -> chain.clients().size());

    /** Of what is longer the rest says the same. */
    private static final int LONGEST = 10_000;

    /**
     * @param before the future that has to be complete first
     * @param client for whom it is; nobody where it runs no code
     * @param code that it runs then
     * @param begun whether what it gives was begun before its turn
     */
    private record Link(long before, OptionalInt client, Optional<String> code, boolean begun) {

        /** What a client of the JDK does for one call has parts that it has for all of them. */
        boolean isOfTheJdk() {
            return code.filter(ClassNames::isOfTheJdk).isPresent();
        }
    }

    /** The chains of one code that have the most clients together, {@code least} of them or more. */
    Optional<FutureChain> longest(int least) {
        Map<Long, Link> links = new HashMap<>();
        stream(graph.getInstances())
                .filter(one -> one.getInstanceClassName().startsWith(FUTURE + "$"))
                .forEach(one -> link(one, links));
        Set<Long> followed = links.values().stream().map(Link::before).collect(Collectors.toSet());
        Map<Long, FutureChain> chains = new HashMap<>();
        links.keySet().stream().filter(last -> !followed.contains(last)).forEach(last -> chain(last, links, chains));
        return together(chains.values()).filter(all -> all.clients().size() >= least);
    }

    /** Those of the code that has the most clients; nobody waits in two. */
    private static Optional<FutureChain> together(Collection<FutureChain> chains) {
        return chains.stream()
                .filter(one -> one.clients().size() > 1)
                .collect(Collectors.groupingBy(FutureChain::type))
                .entrySet()
                .stream()
                .flatMap(one -> {
                    Set<Integer> clients = all(one.getValue(), FutureChain::clients);
                    boolean apart = clients.size()
                            == one.getValue().stream()
                                    .mapToInt(chain -> chain.clients().size())
                                    .sum();
                    boolean inOrder = one.getValue().stream().anyMatch(FutureChain::inOrder);
                    OptionalInt many = OptionalInt.of(one.getValue().size());
                    return apart
                            ? Stream.of(new FutureChain(
                                    one.getKey(), clients, all(one.getValue(), FutureChain::next), many, inOrder))
                            : Stream.empty();
                })
                .max(LENGTH);
    }

    private static Set<Integer> all(List<FutureChain> chains, Function<FutureChain, Set<Integer>> of) {
        return chains.stream().flatMap(chain -> of.apply(chain).stream()).collect(Collectors.toSet());
    }

    private void link(HeapInstance completion, Map<Long, Link> links) {
        Optional<HeapInstance> before = referred(completion, LINK, "src");
        Optional<HeapInstance> own = referred(completion, LINK, "dep");
        if (before.isPresent() && own.isPresent()) {
            Optional<HeapInstance> code = referred(completion, completion.getInstanceClassName(), "fn");
            OptionalInt client = code.stream()
                    .flatMap(its -> Stream.of(completion, own.get(), its))
                    .map(this::owner)
                    .flatMapToInt(OptionalInt::stream)
                    .findFirst();
            links.put(
                    own.get().getObjectId(),
                    new Link(
                            before.get().getObjectId(),
                            client,
                            code.map(FutureChains::type),
                            referred(completion, TWO, "snd").isPresent()
                                    || code.stream().anyMatch(FutureChains::hasBegun)));
            code.filter(one -> COMPLETING.contains(completion.getInstanceClassName())).stream()
                    .flatMap(FutureChains::fields)
                    .filter(FutureChains::isAwaited)
                    .forEach(promise -> links.putIfAbsent(
                            promise.getObjectId(),
                            new Link(before.get().getObjectId(), OptionalInt.empty(), Optional.empty(), false)));
        }
    }

    /** Nobody where a client has links with others' between them: he has one request in flight, so that he does not wait for all of these. Of chains that begin with the same future the longest one. */
    private static void chain(long last, Map<Long, Link> links, Map<Long, FutureChain> chains) {
        List<Integer> clients = new ArrayList<>();
        List<String> codes = new ArrayList<>();
        boolean inOrder = false;
        long first = last;
        Link link = links.get(last);
        for (int length = 0; link != null && !link.isOfTheJdk() && length < LONGEST; length++) {
            link.client().stream()
                    .filter(client -> clients.isEmpty() || clients.getLast() != client)
                    .forEach(clients::add);
            link.code().ifPresent(codes::add);
            inOrder |= link.begun() && first != last; // of whom nobody follows yet, nobody asked to be told
            first = link.before();
            link = links.get(first);
        }
        Set<Integer> each = Set.copyOf(clients);
        if (each.size() == clients.size() && !clients.isEmpty()) {
            FutureChain chain =
                    new FutureChain(most(codes), each, Set.of(clients.getLast()), OptionalInt.of(1), inOrder);
            chains.merge(first, chain, BinaryOperator.maxBy(LENGTH));
        }
    }

    private static String most(List<String> codes) {
        return codes.stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(FUTURE);
    }

    /** Whether what it will give is a future of its own already, in its fields or those of what it refers to: a complete one, or one of which nobody has asked to be told, since that is what the code will do. */
    private static boolean hasBegun(HeapInstance code) {
        return Stream.concat(
                        fields(code),
                        fields(code)
                                .filter(one -> !ClassNames.isOfTheJdk(one.getInstanceClassName()))
                                .flatMap(FutureChains::fields))
                .anyMatch(one ->
                        one.getInstanceClassName().equals(FUTURE) && (refers(one, "result") || !refers(one, "stack")));
    }

    /** Whether it is a future that is not complete, and of whose completion somebody asked to be told. */
    private static boolean isAwaited(HeapInstance one) {
        return one.getInstanceClassName().equals(FUTURE) && !refers(one, "result") && refers(one, "stack");
    }

    private static Stream<HeapInstance> fields(HeapInstance of) {
        return stream(of.readFields()).map(HeapField::getValueAsInstance).filter(Objects::nonNull);
    }

    private static boolean refers(HeapInstance future, String field) {
        HeapField its = future.get(FUTURE, field);
        return its != null && its.getValue().getAsNonNullObjectId() != null;
    }

    private static Optional<HeapInstance> referred(HeapInstance from, String declaring, String field) {
        return Optional.ofNullable(from.get(declaring, field)).map(HeapField::getValueAsInstance);
    }

    private OptionalInt owner(HeapInstance one) {
        OptionalInt object = number.apply(one.getObjectId());
        return object.isPresent() && owners[object.getAsInt()] >= 0
                ? OptionalInt.of(owners[object.getAsInt()])
                : OptionalInt.empty();
    }

    /** The class that has the lambda, where it is one. */
    private static String type(HeapInstance code) {
        String name = code.getInstanceClassName();
        int lambda = name.indexOf(LAMBDA);
        return lambda < 0 ? name : name.substring(0, lambda);
    }
}
