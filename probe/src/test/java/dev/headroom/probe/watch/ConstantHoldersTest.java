package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Followed;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConstantHoldersTest {

    private static final Stack WAITING = in(20, "java.lang.Object.wait", "shop.Quay.claim", 7);
    private static final Stack HOLDING = in(22, "java.net.Socket.read", "shop.Crane.lift", 40);
    private static final Stack STREAMING = in(24, "java.net.Socket.write", "shop.Feed.send", 7);
    private static final Stack LOGGING = in(23, "java.io.FileOutputStream.write", "shop.Log.note", 5);
    private static final Stack AFTER = in(30, "java.net.Socket.read", "shop.Partner.ask", 12);

    private final List<Snapshot> looks = new ArrayList<>();

    /** In {@code shop.Shop.handle} at that line, which called a method that called one of the JDK. */
    private static Stack in(int line, String top, String method, int methodLine) {
        return Stacks.of(
                Thread.State.WAITING,
                top,
                method + ":" + methodLine,
                "shop.Shop.handle:" + line,
                "org.server.Worker.run");
    }

    private void look(Map<Stack, Double> stacks) {
        look(stacks, false);
    }

    private void look(int times, IntFunction<Map<Stack, Double>> each) {
        IntStream.range(0, times).mapToObj(each).forEach(this::look);
    }

    private void look(Map<Stack, Double> stacks, boolean repeats) {
        look(StationKind.EXECUTOR, stacks, repeats ? Snapshot.Virtual.AS_BEFORE : Snapshot.Virtual.IN_TURN);
    }

    private void look(StationKind kind, Map<Stack, Double> stacks, Snapshot.Virtual virtual) {
        look(kind, stacks, virtual, Optional.empty());
    }

    private void look(Map<Stack, Double> stacks, Map<Stack, Set<Long>> at) {
        look(
                StationKind.EXECUTOR,
                stacks,
                Snapshot.Virtual.IN_TURN,
                Optional.of(new Followed(Optional.empty(), Map.of(), at)));
    }

    private void look(
            StationKind kind, Map<Stack, Double> stacks, Snapshot.Virtual virtual, Optional<Followed> followed) {
        Snapshot.PoolLook pool = Snapshots.workers(kind, stacks);
        looks.add(Snapshots.of(Instant.EPOCH.plusMillis(100L * looks.size()), List.of(pool), virtual, followed));
    }

    private Optional<ConstantHolders.Found> found() {
        return ConstantHolders.of(looks, List.of(WAITING));
    }

    /** Of virtual threads one gave back, and another took, between the looks at each. */
    @Test
    void looksInWhichNobodyMovedTellTheNumberThatTheOthersBlur() {
        for (int i = 0; i < 12; i++) {
            look(StationKind.VIRTUAL_THREADS, Map.of(WAITING, 50.0, HOLDING, 5.0 + i % 3), Snapshot.Virtual.IN_TURN);
        }
        assertThat(found()).isEmpty();
        for (int i = 0; i < 9; i++) {
            look(StationKind.VIRTUAL_THREADS, Map.of(WAITING, 50.0, HOLDING, 6.0), Snapshot.Virtual.AT_ONCE);
        }
        assertThat(found())
                .hasValueSatisfying(found -> assertThat(found.capacity()).isEqualTo(6));
    }

    /** As often seen to have it when they have given it back as not to have it when they have taken it. */
    @Test
    void ofVirtualThreadsThatAreLookedAtInTurnTheNumberIsWhatMostLooksShow() {
        for (int i = 0; i < 30; i++) {
            double held = i % 5 == 0 ? 9 : i % 5 == 1 ? 7 : 8;
            look(StationKind.VIRTUAL_THREADS, Map.of(WAITING, 50.0, HOLDING, held), Snapshot.Virtual.IN_TURN);
        }
        assertThat(found())
                .hasValueSatisfying(found -> assertThat(found.capacity()).isEqualTo(8));
    }

    /** Two at the first step of five at all, whose times are fixed: the one number is as steady as the other. */
    @Test
    void whereMoreAreAsSteadyFartherOutNeitherNumberIsKnown() {
        Stack first =
                Stacks.of(Thread.State.WAITING, "java.net.Socket.read", "shop.Quay.claim:9", "shop.Shop.handle:20");
        for (int i = 0; i < 30; i++) {
            look(
                    StationKind.VIRTUAL_THREADS,
                    Map.of(WAITING, 50.0, first, 2.0, HOLDING, i % 5 == 0 ? 4.0 : i % 5 == 1 ? 2.0 : 3.0),
                    Snapshot.Virtual.IN_TURN);
        }
        assertThat(ConstantHolders.ofLimit(looks, List.of(WAITING))).isEmpty();
    }

    /** As a plan that gives its permit back, and then wakes the thread that had asked for it. */
    @Test
    void whoHasGivenBackALimitAndNotGoneOnYetBlursItsNumberAndNothingElse() {
        look(30, i -> Map.of(WAITING, 40.0, HOLDING, i % 5 == 0 ? 11.0 : i % 5 == 1 ? 9.0 : 10.0));
        assertThat(ConstantHolders.ofLimit(looks, List.of(WAITING)))
                .hasValueSatisfying(found -> assertThat(found.capacity()).isEqualTo(10));
        assertThat(found()).as("of what is not known to be a limit").isEmpty();
    }

    private static Stack query(String top, String method, int line, int of) {
        return Stacks.of(Thread.State.WAITING, top, "shop.Pool.take:7", method + ":" + line, "shop.Shop.handle:" + of);
    }

    private static Stack busy(String method, int line, int of) {
        return Stacks.of(Thread.State.WAITING, "java.net.Socket.read", method + ":" + line, "shop.Shop.handle:" + of);
    }

    /** Two queries of a request, each with a connection of its own; in the one as many as are not in the other. */
    @Test
    void whoTakesTheSameInTwoMethodsIsCountedInBoth() {
        Stack waitsToFind = query("java.lang.Object.wait", "shop.Orders.find", 20, 40);
        Stack waitsToSave = query("java.lang.Object.wait", "shop.Orders.save", 30, 42);
        Stack finds = busy("shop.Orders.find", 22, 40);
        Stack saves = busy("shop.Orders.save", 32, 42);
        Stack tells = busy("shop.Orders.save", 34, 42);
        for (int i = 0; i < 30; i++) {
            double first = 1 + i * 7 % 8;
            look(Map.of(
                    waitsToFind, 20.0 + i % 3, waitsToSave, 20.0, finds, first, saves, 9 - first, tells, 1.0 + i % 4));
        }
        assertThat(ConstantHolders.of(looks, List.of(waitsToFind, waitsToSave))).hasValueSatisfying(found -> {
            assertThat(found.capacity()).isEqualTo(9);
            assertThat(found.holders()).containsExactlyInAnyOrder(finds, saves);
        });
        assertThat(ConstantHolders.of(looks, List.of(waitsToFind)))
                .as("those of the other method are past something else")
                .isEmpty();
    }

    /** Forty methods of twelve lines each: nobody tries all that could be taken together. */
    @Test
    void whereTooManyMethodsTakeTheSameTheyAreNotTakenTogether() {
        Random random = new Random(7);
        List<Stack> waiting = new ArrayList<>();
        List<Stack> past = new ArrayList<>();
        Map<Stack, Double> stacks = new HashMap<>();
        for (int method = 0; method < 40; method++) {
            String name = "shop.Orders.find" + method;
            waiting.add(query("java.lang.Object.wait", name, 20, 40));
            for (int line = 21; line < 33; line++) {
                past.add(busy(name, line, 40));
            }
        }
        waiting.forEach(one -> stacks.put(one, 1.0));
        for (int i = 0; i < 30; i++) {
            Map<Stack, Double> seen = new HashMap<>(stacks);
            past.forEach(stack -> seen.put(stack, (double) random.nextInt(5)));
            look(seen);
        }
        assertThat(ConstantHolders.of(looks, waiting)).isEmpty();
    }

    @Test
    void ofVirtualThreadsOfWhichSomeStandForOthersThereIsNone() {
        for (int i = 0; i < 30; i++) {
            double held = i % 5 == 0 ? 9 : i % 5 == 1 ? 7 : 8;
            look(StationKind.VIRTUAL_THREADS, Map.of(WAITING, 50.25, HOLDING, held), Snapshot.Virtual.IN_TURN);
        }
        assertThat(found()).isEmpty();
    }

    @Test
    void ofVirtualThreadsThatComeByChanceThereIsNone() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            looks.clear();
            for (int i = 0; i < 30; i++) {
                double there = IntStream.range(0, 60)
                        .filter(user -> random.nextInt(60) < 2)
                        .count();
                look(
                        StationKind.VIRTUAL_THREADS,
                        Map.of(WAITING, 60 - there, there > 0 ? HOLDING : AFTER, Math.max(1, there)),
                        Snapshot.Virtual.IN_TURN);
            }
            assertThat(found()).as("seed " + seed).isEmpty();
        }
    }

    /** A loader that one runs while others wait for its entry; who has its value goes on below the call. */
    @Test
    void whoStandsWithinTheCallInWhichOthersWaitHoldsAndNotWhoHasReturnedFromIt() {
        Stack waiting =
                Stacks.of(Thread.State.WAITING, "java.lang.Object.wait", "org.cache.Cache.get", "shop.Shop.handle:20");
        Stack loading = Stacks.of(
                Thread.State.WAITING,
                "java.net.Socket.read",
                "shop.Rates.fetch:9",
                "org.cache.Cache.get",
                "shop.Shop.handle:20");
        look(20, i -> Map.of(waiting, 50.0, loading, 1.0, AFTER, 4.0));
        assertThat(ConstantHolders.of(looks, List.of(waiting))).hasValueSatisfying(found -> {
            assertThat(found.capacity()).isEqualTo(1);
            assertThat(found.holders()).containsExactly(loading);
        });
    }

    /** It is given back at the end of the method that entered it. */
    @Test
    void aMonitorIsHeldInTheMethodThatEnteredIt() {
        Stack entering = Stacks.of(Thread.State.BLOCKED, "shop.Signer.sign:6", "shop.Shop.handle:20");
        Stack signing = Stacks.of(
                Thread.State.TIMED_WAITING, "java.lang.Thread.sleep", "shop.Signer.sign:7", "shop.Shop.handle:20");
        look(20, i -> Map.of(entering, 35.0, signing, 1.0, AFTER, 4.0));
        assertThat(ConstantHolders.ofLimit(looks, List.of(entering)))
                .hasValueSatisfying(found -> assertThat(found.capacity()).isEqualTo(1));
    }

    @Test
    void aNumberThatStaysTheSameWhileOthersWaitIsACapacity() {
        look(40, i -> Map.of(WAITING, 50.0, HOLDING, 4.0, AFTER, 3.0 + i % 5));

        assertThat(found()).hasValueSatisfying(gate -> {
            assertThat(gate.capacity()).isEqualTo(4);
            assertThat(gate.holders()).containsExactly(HOLDING);
        });
    }

    @Test
    void ofAKnownLimitFewLooksTellItsCapacityWhereAllAreAlike() {
        look(8, i -> Map.of(WAITING, 50.0, HOLDING, 4.0, AFTER, 3.0 + i % 5));
        assertThat(ConstantHolders.ofLimit(looks, List.of(WAITING)))
                .hasValueSatisfying(gate -> assertThat(gate.capacity()).isEqualTo(4));
        look(Map.of(WAITING, 51.0, HOLDING, 3.0, AFTER, 2.0));
        assertThat(ConstantHolders.ofLimit(looks, List.of(WAITING))).isEmpty();
        look(Map.of(WAITING, 50.0, HOLDING, 4.0, AFTER, 3.0));
        assertThat(ConstantHolders.ofLimit(looks, List.of(WAITING)))
                .as("nine of ten")
                .hasValueSatisfying(gate -> assertThat(gate.capacity()).isEqualTo(4));
    }

    /** 8 counts are alike by chance in one of 230,000 cases where 4 are expected, and in one of 1,450 where 1 is; 300 runs of lines may be tried. */
    @Test
    void thatThereIsALimitAtAllFewLooksTellWhereTheyAreNoChance() {
        look(8, i -> Map.of(WAITING, 50.0, HOLDING, 4.0, AFTER, 3.0 + i % 5));
        assertThat(found())
                .hasValueSatisfying(gate -> assertThat(gate.capacity()).isEqualTo(4));
        look(Map.of(WAITING, 51.0, HOLDING, 3.0, AFTER, 2.0));
        assertThat(found()).as("eight of nine").isEmpty();
        looks.clear();
        look(8, i -> Map.of(WAITING, 50.0, HOLDING, 1.0, AFTER, 3.0 + i % 5));
        assertThat(found()).as("1 is everywhere").isEmpty();
    }

    /** Of 64 threads that were looked at some stand for others, and 4 of 5 for 4.2. */
    @Test
    void looksThatKnowOfEachThreadTellMoreThanThoseInWhichSomeStandForOthers() {
        for (int i = 0; i < 20; i++) {
            look(
                    i % 2 == 0
                            ? Map.of(WAITING, 50.0, HOLDING, 5.0, AFTER, 1.0 + i % 5)
                            : Map.of(WAITING, 52.5, HOLDING, 4.2, AFTER, 2.1));
        }
        assertThat(found())
                .hasValueSatisfying(gate -> assertThat(gate.capacity()).isEqualTo(5));
    }

    /** Of virtual threads: one that has given back may stand in it beside the one that took what it gave. */
    @Test
    void aDumpThatIsRepeatedAtManyLooksIsOneLook() {
        for (int i = 0; i < 40; i++) {
            look(Map.of(WAITING, 2.0, HOLDING, 4.0, LOGGING, 1.0), i > 0);
        }
        assertThat(ConstantHolders.ofLimit(looks, List.of(WAITING))).isEmpty();
        assertThat(found()).isEmpty();
        for (int i = 0; i < 40; i++) {
            look(Map.of(WAITING, 3.0, HOLDING, 4.0), i % 5 > 0);
        }
        assertThat(ConstantHolders.ofLimit(looks, List.of(WAITING)))
                .hasValueSatisfying(gate -> assertThat(gate.capacity()).isEqualTo(4));
    }

    /** Called at line 20 through a proxy, which takes a connection before it calls on. */
    private static Stack throughAProxy(String... above) {
        List<String> sites = new ArrayList<>(List.of(above));
        sites.addAll(List.of("shop.Orders$$SpringCGLIB$$0.place:0", "shop.Shop.handle:20", "org.server.Worker.run"));
        return Stacks.of(Thread.State.WAITING, sites);
    }

    @Test
    void ofAKnownLimitThatAProxyTakesThoseHoldItWhoWereCalledAtTheSameLine() {
        Stack waiting = throughAProxy("com.zaxxer.hikari.util.ConcurrentBag.borrow");
        Stack asking = throughAProxy("java.net.Socket.read", "shop.Orders.place:0");
        Stack running = throughAProxy("shop.Orders.place:0");
        look(8, i -> Map.of(waiting, 50.0, asking, 4.0 + i % 3, running, 6.0 - i % 3));

        assertThat(ConstantHolders.ofLimit(looks, List.of(waiting))).hasValueSatisfying(pool -> {
            assertThat(pool.capacity()).isEqualTo(10);
            assertThat(pool.holders()).containsExactlyInAnyOrder(asking, running);
        });
    }

    /** The agent meets a pool once a connection is taken from it, and the queue of its waiters as soon as one is parked there. */
    @Test
    void whoIsParkedForAPartOfAPoolThatWasNotMetWaitsForThePool() {
        Stack waiting = throughAProxy("com.zaxxer.hikari.util.ConcurrentBag.borrow");
        Limited part = new Limited("Transferer#2", "SynchronousQueue$Transferer", "", LimitKind.UNKNOWN);
        Stack parked = new Stack(
                waiting.state(),
                "",
                waiting.frames(),
                new int[] {Stack.LIBRARY, 0, 20, Stack.LIBRARY},
                Optional.of(part));
        look(40, i -> Map.of(waiting, 1.0, parked, 59.0));

        Window window = new Window(Instant.EPOCH, Duration.ofSeconds(4));
        assertThat(new Waiters(looks, window, Set.of(), SleepLines.NONE)
                        .of(parked)
                        .keySet())
                .extracting(Limited::type, Limited::kind)
                .containsExactly(tuple("hikari", LimitKind.CONNECTION_POOL));
        assertThat(ConstantHolders.ofLimit(looks, List.of(waiting)))
                .as("those who wait alike hold nothing")
                .isEmpty();
    }

    /** As those have that wait for a transaction's lock: each is woken by a latch of its own. */
    @Test
    void whereEachWaitsForAnObjectOfItsOwnTheLineIsTheGate() {
        for (int i = 0; i < 40; i++) {
            Map<Stack, Double> stacks = new HashMap<>(Map.of(HOLDING, 1.0));
            for (int latch = 0; latch < 3; latch++) {
                stacks.put(waitingFor(latch), 1.0);
            }
            look(stacks);
        }

        Window window = new Window(Instant.EPOCH, Duration.ofSeconds(4));
        Waiters waiters = new Waiters(looks, window, Set.of(), SleepLines.NONE);
        assertThat(waiters.of(waitingFor(0)).keySet())
                .isEqualTo(waiters.of(waitingFor(1)).keySet());
        Limited gate = waiters.of(waitingFor(0)).keySet().iterator().next();
        assertThat(waiters.constant(gate).map(ConstantHolders.Found::capacity)).contains(1);
    }

    private final Map<Integer, Stack> latches = new HashMap<>();

    private Stack waitingFor(int latch) {
        return latches.computeIfAbsent(
                latch,
                number -> new Stack(
                        Thread.State.WAITING,
                        "",
                        WAITING.frames(),
                        new int[] {Stack.LIBRARY, 7, 20, Stack.LIBRARY},
                        Optional.of(new Limited("Latch#" + number, "db.Latch", "", LimitKind.UNKNOWN))));
    }

    @Test
    void whoHangsDoesNotWaitForAGateThatLetsOthersPast() {
        look(40, i -> Map.of(WAITING, 15.0, HOLDING, 5.0));

        Window window = new Window(Instant.EPOCH, Duration.ofSeconds(4));
        assertThat(new Waiters(looks, window, Set.of(), SleepLines.NONE).of(WAITING))
                .hasSize(1);
        assertThat(new Waiters(looks, window, Set.of(WAITING), SleepLines.NONE).of(WAITING))
                .isEmpty();
    }

    @Test
    void theLinesBetweenTakingAndGivingBackCountTogether() {
        for (int i = 0; i < 40; i++) {
            int logging = i % 3;
            look(Map.of(WAITING, 50.0, HOLDING, 4.0 - logging, LOGGING, (double) logging, AFTER, 3.0 + i % 5));
        }

        assertThat(found()).hasValueSatisfying(gate -> {
            assertThat(gate.capacity()).isEqualTo(4);
            assertThat(gate.holders()).containsExactlyInAnyOrder(HOLDING, LOGGING);
        });
    }

    @Test
    void aHandOverNowAndThenIsNoOtherCapacity() {
        look(40, i -> Map.of(WAITING, 50.0, HOLDING, i % 10 == 0 ? 3.0 : 4.0));

        assertThat(found().map(ConstantHolders.Found::capacity)).contains(4);
    }

    /** Of 60 that moved 20 were walked, and stand for the others: of 4 holders none, 3 or 6 were seen. */
    @Test
    void whereSomeLooksKnowOfEachThreadTheOthersTellNothing() {
        look(20, i -> Map.of(WAITING, 50.0, HOLDING, 4.0));
        look(30, i -> Map.of(WAITING, 49.9, HOLDING, 3.1 * (i % 3)));

        assertThat(found())
                .hasValueSatisfying(gate -> assertThat(gate.capacity()).isEqualTo(4));
        assertThat(ConstantHolders.of(looks.subList(13, 50), List.of(WAITING)))
                .as("seven are too few to go by them alone")
                .isEmpty();
    }

    /** As of a lock for each key, of which one is asked for by most: other keys' holders come and go. */
    @Test
    void whereOthersPassBesideOneLockOneIsAlwaysPast() {
        look(40, i -> Map.of(WAITING, 50.0, HOLDING, 1.0 + (i % 3 == 0 ? 1 + i % 2 : 0)));
        assertThat(found()).isEmpty();
        assertThat(oneAmongOthers()).hasValueSatisfying(found -> {
            assertThat(found.capacity()).isEqualTo(1);
            assertThat(found.share()).isEqualTo(26.0 / 40);
        });
        look(8, i -> Map.of(WAITING, 50.0));
        assertThat(oneAmongOthers()).as("none is past now and then").isEmpty();
    }

    /** As one that streams events to a client, in the method in which others wait for answers. */
    @Test
    void whoIsPastInEachLookHoldsNothingThatIsGivenOn() {
        for (long i = 0; i < 40; i++) {
            look(Map.of(WAITING, 50.0, HOLDING, 1.0), Map.of(HOLDING, Set.of(7L)));
        }
        assertThat(found()).as("the same thread").isEmpty();
        assertThat(oneAmongOthers()).isEmpty();

        looks.clear();
        for (long i = 0; i < 40; i++) {
            look(
                    Map.of(WAITING, 50.0, STREAMING, 1.0, HOLDING, 3.0),
                    Map.of(STREAMING, Set.of(7L), HOLDING, Set.of(10 + i, 60 + i, 110 + i)));
        }
        assertThat(found())
                .hasValueSatisfying(found ->
                        assertThat(found.capacity()).as("three take turns").isEqualTo(3));

        looks.clear();
        for (long i = 0; i < 40; i++) {
            look(Map.of(WAITING, 50.0, HOLDING, 4.0), Map.of(HOLDING, Set.of(7L, 10 + i, 60 + i, 110 + i)));
        }
        assertThat(found()).as("three of them, or four of whom one is lucky").isEmpty();
    }

    @Test
    void ofMoreThanOneAFloorSaysNothing() {
        look(40, i -> Map.of(WAITING, 50.0, HOLDING, 2.0 + (i % 3 == 0 ? 1 : 0)));
        assertThat(oneAmongOthers()).isEmpty();
    }

    private Optional<ConstantHolders.Found> oneAmongOthers() {
        return ConstantHolders.ofOneAmongOthers(looks, List.of(WAITING));
    }

    @Test
    void aNumberThatVariesIsNone() {
        look(40, i -> Map.of(WAITING, 50.0, HOLDING, 2.0 + i % 3));

        assertThat(found()).isEmpty();
    }

    @Test
    void whereNobodyWaitsThereIsNone() {
        look(40, i -> Map.of(HOLDING, 4.0));

        assertThat(found()).isEmpty();
    }

    @Test
    void aFewLooksTellNothing() {
        look(7, i -> Map.of(WAITING, 50.0, HOLDING, 4.0));

        assertThat(found()).isEmpty();
    }

    /** A synchronized method waits for a permit: whoever is blocked at its entry has none. */
    @Test
    void whoWaitsToEnterTheMethodThatWaitsHoldsNothing() {
        Stack waiting = Stacks.of(
                Thread.State.WAITING,
                "java.util.concurrent.Semaphore.acquire",
                "shop.Gate.enter:14",
                "shop.Shop.handle:19");
        Stack entering = Stacks.of(Thread.State.BLOCKED, "shop.Gate.enter:14", "shop.Shop.handle:19");
        look(40, i -> Map.of(waiting, 1.0, entering, 55.0, HOLDING, 4.0));

        assertThat(ConstantHolders.ofLimit(looks, List.of(waiting))).hasValueSatisfying(gate -> {
            assertThat(gate.capacity()).isEqualTo(4);
            assertThat(gate.holders()).containsExactly(HOLDING);
        });
    }

    @Test
    void whoWorksElsewhereIsNoHolder() {
        Stack elsewhere = Stacks.of(Thread.State.WAITING, "java.net.Socket.read", "shop.Reports.print:3");
        look(40, i -> Map.of(WAITING, 50.0, elsewhere, 2.0));

        assertThat(found()).isEmpty();
    }

    /** A pool's holders ask their downstream within the same call in which others wait for one of its connections. */
    @Test
    void whoDoesSomethingElseAtTheSameLineHolds() {
        Stack waiting = parked("jdk.internal.misc.Unsafe.park", Thread.State.WAITING);
        Stack asking = parked("sun.nio.ch.SocketDispatcher.read0", Thread.State.RUNNABLE);
        look(20, i -> Map.of(waiting, 30.0, asking, i % 7 == 0 ? 4.0 : 5.0));
        assertThat(ConstantHolders.of(looks, List.of(waiting)))
                .hasValueSatisfying(found -> assertThat(found.capacity()).isEqualTo(5));
    }

    private static Stack parked(String top, Thread.State state) {
        return Stacks.of(state, top, "org.store.Driver.find", "shop.Shop.handle:15");
    }

    /** Of 40 virtual threads 16 are looked at each time. */
    @Test
    void oneLockIsToldThoughItsHolderIsSeenNowAndThen() {
        Stack blocked = blocked();
        look(40, i -> i % 5 < 2 ? Map.of(blocked, 35.0, WITHIN, 2.5) : Map.of(blocked, 37.5));
        assertThat(ConstantHolders.ofLimit(looks, List.of(blocked))).isEmpty();
        assertThat(ConstantHolders.ofOneLock(looks, List.of(blocked)))
                .hasValueSatisfying(found -> assertThat(found.capacity()).isEqualTo(1));
    }

    @Test
    void severalLocksBehindOneLineAreNotOne() {
        Stack blocked = blocked();
        look(40, i -> i % 5 < 2 ? Map.of(blocked, 35.0, WITHIN, 5.0) : Map.of(blocked, 35.0, WITHIN, 2.5));
        assertThat(ConstantHolders.ofOneLock(looks, List.of(blocked))).isEmpty();
    }

    private static final String SIGN = "shop.Signer.sign";
    private static final Stack WITHIN =
            Stacks.of(Thread.State.TIMED_WAITING, "java.lang.Thread.sleep", SIGN + ":6", "shop.Shop.handle:20");

    private static Stack blocked() {
        return Stacks.of(Thread.State.BLOCKED, SIGN + ":6", "shop.Shop.handle:20");
    }
}
