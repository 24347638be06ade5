package dev.headroom.probe.heap;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A service of which others know nothing: three are let past, and seven wait in a queue once it was told to be busy. */
final class Gate {

    static final int FIRST_PORT = 40_000;

    static final int FIRST_CALLER = 41_000;

    static final int CALLERS = 6;

    record Connection(InetSocketAddress client) {}

    record Waiter(Connection connection) {}

    /** Of which there are as many as wait, and which go with no connection. */
    record Tool(int number) {}

    /** Counts what is idle, as a gate counts who waits. */
    static final class Shed {
        final int most = 3;
        final int used = most;
        final List<Tool> idle = IntStream.range(0, 7).mapToObj(Tool::new).toList();
        final int size = idle.size();
    }

    static Shed shed = new Shed();

    /** Of which there happen to be as many as connections. */
    record Jar(int number) {}

    record Entry(Jar jar) {}

    /** Counts what was loaded. */
    static final class Registry {
        final int retries = 3;
        final int backoff = 3;
        final List<Jar> jars = IntStream.range(0, 10).mapToObj(Jar::new).toList();
        final List<Entry> entries = jars.stream().limit(7).map(Entry::new).toList();
        final int size = entries.size();
    }

    static Registry registry = new Registry();

    /** What waits in a library: it has the thread that is to be woken, and no field that leads to a client. */
    record Call(Thread caller) {}

    /** Where they wait. */
    static final class Desk {
        final Queue<Call> calls = new ConcurrentLinkedQueue<>();

        /** The client is in a local variable alone. */
        void call(int port) {
            Connection connection = client(port);
            calls.add(new Call(Thread.currentThread()));
            while (calls.size() > 0) {
                LockSupport.park();
            }
            System.out.println(connection);
        }

        void await(int callers) {
            while (calls.size() < callers
                    || calls.stream().anyMatch(call -> call.caller().getState() != Thread.State.WAITING)) {
                Thread.onSpinWait();
            }
        }
    }

    static Desk desk = new Desk();

    static final int FIRST_LINKED = 42_000;

    static final int LINKS = 5;

    /** Lets one past at a time, by the completion of the one before. */
    static final class Ledger {
        private final CompletableFuture<Void> head = new CompletableFuture<>();
        private CompletableFuture<Void> tail = head;

        /** What it does when its turn comes. */
        void post(int port) {
            Connection connection = client(port);
            tail = tail.thenRun(() -> System.out.println(connection));
        }

        /** What is completed beside it is told to whom waits for it when its turn comes. */
        void promise(int port) {
            Connection connection = client(port);
            CompletableFuture<Void> promised = new CompletableFuture<>();
            promised.thenRun(() -> System.out.println(connection));
            tail = tail.thenRun(() -> promised.complete(null));
        }

        /** What has begun is given back in its turn. */
        void giveBack(int port) {
            Connection connection = client(port);
            CompletableFuture<Void> begun = new CompletableFuture<>();
            works.add(begun);
            tail = tail.thenCompose(before -> begun);
            tail.thenRun(() -> System.out.println(connection));
        }

        /** The same, where somebody counts what is complete, as two of them are. */
        void giveBackCounted(int port) {
            giveBack(port);
            CompletableFuture<Void> begun = works.getLast();
            begun.whenComplete((done, failure) -> complete.incrementAndGet());
            if (port % LINKS == 1 || port % LINKS == 2) {
                begun.complete(null);
            }
        }

        /** What is written down after each, and for which nobody waits: he has come again meanwhile. */
        void write(int port) {
            post(port);
            if (port % LINKS == LINKS - 1) {
                IntStream.rangeClosed(port - LINKS + 1, port).forEach(this::post);
            }
        }

        /** Who waits for its own, and for nobody's else. */
        void alone(int port) {
            Connection connection = client(port);
            CompletableFuture<Void> own = new CompletableFuture<>();
            own.thenRun(() -> {}).thenRun(() -> System.out.println(connection));
            works.add(own);
        }

        /** Two tracks: the next one of a track begins when a promise is kept, once what the one before it began is complete. */
        void track(int port) {
            Connection connection = client(port);
            CompletableFuture<Void> end = new CompletableFuture<>();
            CompletableFuture<Void> before = ends.set(port % ends.size(), end);
            before.thenCompose(nothing -> CompletableFuture.runAsync(() -> System.out.println(connection)))
                    .whenComplete((done, failure) -> end.complete(null));
        }

        /** Two books, whose first calls have a part in common that is one client's at the moment. */
        void call(int port) {
            Connection connection = client(port);
            if (port % LINKS == 0) {
                shared = Optional.of(new Call(connection));
                ends.replaceAll(end -> shared.orElseThrow().thenApply(Function.identity()));
            }
            ends.set(port % ends.size(), ends.get(port % ends.size()).thenRun(() -> System.out.println(connection)));
        }

        private Optional<Call> shared = Optional.empty();

        private static final class Call extends CompletableFuture<Void> {
            final Connection connection;

            Call(Connection connection) {
                this.connection = connection;
            }
        }

        private final List<CompletableFuture<Void>> ends = Stream.generate(() -> new CompletableFuture<Void>())
                .limit(2)
                .collect(Collectors.toCollection(ArrayList::new));

        private final List<CompletableFuture<Void>> heads = List.copyOf(ends);

        private final AtomicInteger complete = new AtomicInteger();

        private final Deque<CompletableFuture<Void>> works = new ConcurrentLinkedDeque<>();
    }

    /** Each with clients of its own, from {@link #FIRST_LINKED} on. */
    static List<Ledger> ledgers = Stream.generate(Ledger::new).limit(8).toList();

    private static Connection client(int port) {
        return new Connection(InetSocketAddress.createUnresolved("client", port));
    }

    private static void link() {
        List<ObjIntConsumer<Ledger>> ways = List.of(
                Ledger::post,
                Ledger::promise,
                Ledger::giveBack,
                Ledger::alone,
                Ledger::write,
                Ledger::track,
                Ledger::giveBackCounted,
                Ledger::call);
        for (int way = 0; way < ways.size(); way++) {
            for (int link = 0; link < LINKS; link++) {
                ways.get(way).accept(ledgers.get(way), FIRST_LINKED + way * LINKS + link);
            }
        }
    }

    final List<Connection> connections = IntStream.range(0, 10)
            .mapToObj(number -> new Connection(InetSocketAddress.createUnresolved("client", FIRST_PORT + number)))
            .toList();

    final int most = 3;
    final AtomicInteger used = new AtomicInteger();
    final Semaphore left = new Semaphore(most);
    final Deque<Object[]> waiting = new ArrayDeque<>();

    final Queue<Integer> tickets = new ConcurrentLinkedQueue<>(List.of(11, 12, 13));
    final Queue<Integer> slips = new ConcurrentLinkedDeque<>();
    final Queue<Integer> orders = new LinkedTransferQueue<>(List.of(21, 22));

    static Gate held = new Gate();

    private Gate() {
        tickets.poll();
    }

    /** Says so when it is ready and, once it was written to, when it is busy. */
    public static void main(String[] arguments) throws Exception {
        System.out.println("idle");
        if (System.in.read() >= 0) {
            held.left.acquire(held.most);
            for (Connection connection : held.connections) {
                if (held.used.get() < held.most) {
                    held.used.incrementAndGet();
                } else {
                    held.waiting.add(new Object[] {new Waiter(connection)});
                }
            }
            for (int port = FIRST_CALLER; port < FIRST_CALLER + CALLERS; port++) {
                int its = port;
                Thread.ofPlatform().daemon().start(() -> desk.call(its));
            }
            desk.await(CALLERS);
            link();
            System.out.println("busy");
        }
        System.in.read();
        System.out.println(held.waiting.size() + shed.size + registry.size);
        ledgers.forEach(ledger -> ledger.head.complete(null));
    }
}
