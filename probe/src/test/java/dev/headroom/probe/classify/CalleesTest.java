package dev.headroom.probe.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CalleesTest {

    private static final Stack IDLE = Stacks.of(
            Thread.State.WAITING, "jdk.internal.misc.Unsafe.park", "java.util.concurrent.ThreadPoolExecutor.getTask");

    private static final String RUN = "java.util.concurrent.CompletableFuture$AsyncSupply.run";

    @Test
    void thePoolThatRunsALambdaOfTheWaitingMethodCompletesItsFuture() throws Exception {
        Stack waiting = Stacks.recorded("25-tomcat-awaits-future");
        Stack worker = Stacks.recorded("25-common-pool-reads-socket");
        Stack other = busy("other.Job.lambda$work$0", RUN);
        Callees.Callee found = Callees.find(
                        "tomcat-8888",
                        waiting,
                        Map.of(
                                "tomcat-8888", Map.of(waiting, 200.0),
                                "common-pool", Map.of(worker, 7.0),
                                "other", Map.of(other, 50.0)))
                .getFirst();
        assertThat(found.pool()).isEqualTo("common-pool");
        assertThat(found.evidence()).contains("lambda$").contains("a lambda of the waiting method");
    }

    @Test
    void aCallerThatRunsItsOwnLambdaIsNotTakenForTheCompleter() {
        Stack waiting = waiting("a.Facade.collect");
        Stack own = busy("a.Facade.lambda$collect$0", "a.Facade.collect");
        Stack worker = busy("a.Facade.lambda$collect$0", "java.util.concurrent.ForkJoinTask.doExec");
        assertThat(Callees.find(
                        "tomcat-8080",
                        waiting,
                        Map.of(
                                "tomcat-8080", Map.of(waiting, 100.0, own, 90.0),
                                "common-pool", Map.of(worker, 3.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("common-pool");
    }

    /** Each request has a virtual thread, which passes the same lambda: some wait in it, and others go on. */
    @Test
    void aVirtualThreadThatServesAnotherRequestInTheSameWayCompletesNothing() {
        String lambda = "a.Front.lambda$rendered$0";
        String start = "java.lang.VirtualThread.run";
        Stack waiting = waiting("a.Bids.lambda$main$0", lambda, start);
        Stack rendering = busy(lambda, start);
        assertThat(Callees.find(
                        "virtual-threads", waiting, Map.of("virtual-threads", Map.of(waiting, 36.0, rendering, 4.0))))
                .isEmpty();
    }

    /** {@code main} has made a background pool's tasks as well as the handler, deep in which a request waits for its parts. */
    @Test
    void partsOfTheVeryMethodThatWaitsAreWhatItWaitsFor() {
        String start = "java.lang.VirtualThread.run";
        Stack waiting = waiting("a.Quotes.best", "a.Main.lambda$main$3", start);
        Stack part = busy("a.Quotes.lambda$best$0", start);
        Stack background = busy("a.Main.lambda$main$1", "java.util.concurrent.ThreadPoolExecutor.runWorker");
        Map<Stack, Double> requests = Map.of(waiting, 49.0, part, 125.0);
        assertThat(Callees.find(
                        "virtual-threads",
                        waiting,
                        Map.of("virtual-threads", requests, "index", Map.of(background, 2.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("virtual-threads");
        Stack task = busy("a.Quotes.lambda$best$1", "java.util.concurrent.ThreadPoolExecutor.runWorker");
        assertThat(Callees.find(
                        "virtual-threads", waiting, Map.of("virtual-threads", requests, "pool", Map.of(task, 2.0))))
                .extracting(Callees.Callee::pool)
                .as("some of them on a pool, which may have a queue")
                .containsExactly("pool");
    }

    /** Each request waits for the answer to its message, and then goes on in the method that waited. */
    @Test
    void aListenerOfTheWaitingClassCompletesItsFutureThoughThatIsWithinAnother() {
        Stack waiting = waiting("a.Shop$Orders.order", "java.util.concurrent.FutureTask.run");
        Stack after = busy("a.Shop$Orders.order", "java.util.concurrent.FutureTask.run");
        Stack listener = busy("a.Shop$Orders.onMessage", "org.jms.Container.invoke");
        assertThat(Callees.find(
                        "http",
                        waiting,
                        Map.of("http", Map.of(waiting, 55.0, after, 5.0), "jms", Map.of(listener, 8.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("jms");
    }

    @Test
    void aFanOutIsCompletedByItsPartsAlone() throws Exception {
        Stack waiting = Stacks.recorded("25-virtual-awaits-parts");
        Stack part = busy("a.Client.name", "dev.headroom.fanout.Attempt.run");
        Stack task = busy("b.Job.run", "java.util.concurrent.FutureTask.run");
        assertThat(Callees.find(
                        "virtual-threads",
                        waiting,
                        Map.of("virtual-threads", Map.of(waiting, 5.0, part, 10.0), "jobs", Map.of(task, 50.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("virtual-threads");
    }

    @Test
    void ofTwoPoolsThatRunTheSameLambdaTheOneWithoutAnIdleWorkerHasTheQueue() {
        Stack waiting = waiting("a.Facade.collect");
        Stack working = busy("a.Facade.lambda$collect$0");
        Map<String, Double> waiters = Callees.find(
                        "entry",
                        waiting,
                        Map.of(
                                "entry", Map.of(waiting, 10.0),
                                "full", Map.of(working, 2.0),
                                "roomy", Map.of(working, 3.0, IDLE, 7.0)))
                .stream()
                .collect(Collectors.toMap(Callees.Callee::pool, callee -> 10 * callee.share()));
        assertThat(waiters.get("full")).isCloseTo(7, within(1e-9));
        assertThat(waiters.get("roomy")).isCloseTo(3, within(1e-9));
    }

    @Test
    void whoWaitsForATaskOfOneKindDoesNotWaitForWhoRunsAnother() {
        Stack working = busy("a.Facade.lambda$collect$0", "java.util.concurrent.ForkJoinTask.doExec");
        Stack other = busy("a.Facade.lambda$collect$0", "java.util.concurrent.FutureTask.run");
        Stack waiting = forTask("java.util.concurrent.FutureTask", "a.Facade.collect");
        assertThat(Callees.find(
                        "entry",
                        waiting,
                        Map.of(
                                "entry", Map.of(waiting, 10.0),
                                "forked", Map.of(working, 2.0),
                                "tasks", Map.of(other, 1.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("tasks");
    }

    @Test
    void aTaskThatComesAgainAndAgainCompletesNothing() {
        Stack periodic = busy("b.Watch.look", "java.util.concurrent.FutureTask.runAndReset");
        assertThat(Callees.find("entry", waiting("a.Facade.collect"), Map.of("watch", Map.of(periodic, 3.0))))
                .isEmpty();
    }

    /** {@code main} has made the handler, and a timer's task. */
    @Test
    void aTimersTaskOfTheMethodThatMadeTheWaitingLambdaCompletesNothing() {
        Stack waiting = waiting("a.Main.plate", "a.Main.lambda$main$2", "a.Server.serve");
        Stack timer = busy(
                "a.Main.read",
                "a.Main.lambda$main$1",
                "java.util.concurrent.FutureTask.runAndReset",
                "java.util.concurrent.ThreadPoolExecutor.runWorker");
        Stack task = busy(
                "a.Main.lambda$main$0",
                "java.util.concurrent.FutureTask.run",
                "java.util.concurrent.ThreadPoolExecutor.runWorker");

        assertThat(Callees.find("entry", waiting, Map.of("chores", Map.of(timer, 2.0))))
                .isEmpty();
        assertThat(Callees.find("entry", waiting, Map.of("tasks", Map.of(task, 2.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("tasks");
    }

    @Test
    void threadsOfSeveralKindsThatOneMethodMadeAreNotToldByItsName() {
        Stack waiting = waiting("a.Main.lambda$main$0", "a.Server.serve");
        Stack ovens = busy("a.Main.lambda$main$1", "a.Main$$Lambda/0x7513cf58.run", "java.lang.Thread.run");
        Stack notices = busy("a.Main.lambda$main$2", "java.lang.Thread.run");

        assertThat(Callees.find("entry", waiting, Map.of("oven", Map.of(ovens, 5.0), "notices", Map.of(notices, 1.0))))
                .isEmpty();
        assertThat(Callees.find("entry", waiting, Map.of("oven", Map.of(ovens, 5.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("oven");
    }

    @Test
    void withoutALambdaThePoolThatRunsAsyncTasksCompletesACompletableFuture() {
        Stack waiting = waiting("a.Facade.collect");
        assertThat(Callees.find(
                        "entry",
                        waiting,
                        Map.of("entry", Map.of(waiting, 9.0), "own", Map.of(busy("b.C.d", RUN), 2.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("own");
    }

    @Test
    void aStreamOfMethodReferencesIsCompletedByThePoolThatRunsItsParts() {
        Stack waiting = Stacks.of(
                Thread.State.WAITING,
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.ForkJoinTask.invoke",
                "java.util.stream.ReduceOps$ReduceOp.evaluateParallel",
                "a.Facade.data");
        Stack part = busy(
                "b.Client.call", "java.util.stream.AbstractTask.compute", "java.util.concurrent.ForkJoinTask.doExec");
        Stack other = busy("c.D.e", "java.util.concurrent.FutureTask.run");
        assertThat(Callees.find(
                        "tomcat-8080",
                        waiting,
                        Map.of(
                                "tomcat-8080", Map.of(waiting, 9.0),
                                "common-pool", Map.of(part, 3.0),
                                "scheduling", Map.of(other, 5.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("common-pool");
    }

    @Test
    void nobodyIsNamedWhereNobodyRunsTasks() {
        Stack waiting = waiting("a.Facade.collect");
        assertThat(Callees.find("entry", waiting, Map.of("entry", Map.of(waiting, 9.0))))
                .isEmpty();
    }

    @Test
    void aThreadThatServesARequestIsNotCompletedByThoseThatServeOthers() {
        Stack waiting = waiting("a.Client.lambda$call$0");
        Stack running = busy("a.Client.lambda$call$0");
        assertThat(Callees.find("entry", waiting, Map.of("entry", Map.of(waiting, 58.0, running, 1.0))))
                .isEmpty();
    }

    @Test
    void nobodyQueuesForIdleWorkersThatPassOnWhatOthersAnswer() {
        Stack waiting = waiting("a.Orders.find");
        Stack passing = busy("a.Orders.lambda$find$0");
        Stack idle = Stacks.of(Thread.State.RUNNABLE, "sun.nio.ch.EPoll.wait");
        for (double busy : new double[] {0.1, 4}) {
            var found = Callees.find(
                    "entry",
                    waiting,
                    Map.of("entry", Map.of(waiting, 60.0), "loops", Map.of(passing, busy, idle, 4 - busy)));
            assertThat(found).as("%s of 4 are busy", busy).hasSize(busy == 4 ? 1 : 0);
        }
    }

    /** Who runs on a virtual thread may wait for one of its own sort: that lets no pool in that was left out. */
    @Test
    void norDoVirtualThreads() {
        Stack waiting = waiting("a.Orders.find", "java.lang.VirtualThread.run");
        Stack printing = busy("a.Orders.lambda$find$0");
        for (double busy : new double[] {3, 50}) {
            var found = Callees.find(
                    "virtual-threads",
                    waiting,
                    Map.of(
                            "virtual-threads",
                            Map.of(waiting, 59.0),
                            "printer",
                            Map.of(printing, busy, IDLE, 50 - busy)));
            assertThat(found).as("%s of 50 are busy", busy).hasSize(busy == 50 ? 1 : 0);
        }
    }

    @Test
    void aTaskMayWaitForTasksOfItsOwnPool() {
        Stack waiting = waiting("a.Sums.total", "java.util.concurrent.FutureTask.run");
        Stack part = busy("a.Sums.part", "java.util.concurrent.FutureTask.run");
        assertThat(Callees.find("pool-1", waiting, Map.of("pool-1", Map.of(waiting, 5.0, part, 1.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("pool-1");
    }

    @Test
    void whoeverPutsIntoAFullQueueWaitsForWhoTakesFromIt() {
        Stack waiting = Stacks.of(
                Thread.State.WAITING,
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.ArrayBlockingQueue.put",
                "ch.qos.logback.core.AsyncAppenderBase.put",
                "a.Shop.buy");
        Stack writer = busy("ch.qos.logback.core.AsyncAppenderBase$Worker.run");
        assertThat(Callees.find(
                        "entry",
                        waiting,
                        Map.of(
                                "entry", Map.of(waiting, 60.0),
                                "other", Map.of(busy("a.Shop.stock"), 3.0),
                                "appender", Map.of(writer, 1.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("appender");
    }

    /** A scanner puts pages into an archive; requests pass the same class, and its consumers are two threads of its own. */
    @Test
    void whoTakesFromAQueueBeginsInItsClassWhereSomeDo() {
        Stack waiting = Stacks.of(
                Thread.State.WAITING,
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.ArrayBlockingQueue.put",
                "a.Scores.lambda$new$0",
                "java.lang.Thread.run");
        Stack request =
                busy("a.Scores.render", "a.Front.lambda$main$1", "java.util.concurrent.ThreadPoolExecutor.runWorker");
        Stack consumer = busy("a.Clock.pause", "a.Scores.lambda$new$1", "java.lang.Thread.run");
        assertThat(Callees.find(
                        "scan",
                        waiting,
                        Map.of(
                                "scan", Map.of(waiting, 1.0),
                                "front", Map.of(request, 60.0),
                                "ocr", Map.of(consumer, 2.0))))
                .extracting(Callees.Callee::pool)
                .containsExactly("ocr");
    }

    private static final Stack CALLER = forTask("java.util.concurrent.FutureTask", "a.Sums.lambda$serve$0");
    private static final Stack STARVED =
            forTask("java.util.concurrent.FutureTask", "a.Parts.total", "java.util.concurrent.FutureTask.run");

    private static Stack forTask(String waitsOn, String... below) {
        return Stacks.of(
                Thread.State.WAITING,
                waitsOn,
                Optional.empty(),
                Stream.concat(
                                Stream.of("jdk.internal.misc.Unsafe.park", "java.util.concurrent.FutureTask.awaitDone"),
                                Arrays.stream(below))
                        .toList());
    }

    private static Optional<String> starved(Stack waiting, Map<String, Map<Stack, Double>> others) {
        Map<String, Map<Stack, Double>> stacks = new HashMap<>(others);
        stacks.put("entry", Map.of(CALLER, 60.0));
        stacks.putIfAbsent("pool-1", Map.of(STARVED, 6.0));
        return Callees.find(waiting == STARVED ? "pool-1" : "entry", waiting, stacks).stream()
                .map(Callees.Callee::pool)
                .findFirst();
    }

    @Test
    void aTaskThatNobodyRunsIsInTheQueueOfTheOnlyFullPoolOfTasks() {
        assertThat(starved(STARVED, Map.of())).hasValue("pool-1");
        assertThat(starved(CALLER, Map.of())).hasValue("pool-1");
    }

    @Test
    void itIsNotWhereAnotherThreadMayRunItOrHaveItInItsQueue() {
        Stack plain = busy("b.Job.run", "java.util.concurrent.ThreadPoolExecutor.runWorker");
        assertThat(starved(STARVED, Map.of("jobs", Map.of(plain, 2.0)))).isEmpty();
        assertThat(starved(STARVED, Map.of("jobs", Map.of(plain, 2.0, IDLE, 1.0))))
                .hasValue("pool-1");
        Stack slow =
                forTask("java.util.concurrent.CompletableFuture", "b.Job.run", "java.util.concurrent.FutureTask.run");
        assertThat(starved(STARVED, Map.of("jobs", Map.of(slow, 2.0)))).isEmpty();
        assertThat(starved(STARVED, Map.of("other", Map.of(STARVED, 2.0)))).isEmpty();
        assertThat(starved(STARVED, Map.of("pool-1", Map.of(STARVED, 5.0, IDLE, 1.0))))
                .isEmpty();
    }

    @Test
    void aFutureThatOthersMayCompleteIsNotTakenForAQueuedTask() {
        Stack later = forTask(
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask",
                "a.Parts.total",
                "java.util.concurrent.FutureTask.run");
        assertThat(Callees.find("pool-1", later, Map.of("pool-1", Map.of(later, 6.0))))
                .isEmpty();
    }

    private static Stack waiting(String... below) {
        return Stacks.of(
                Thread.State.WAITING,
                Stream.concat(
                                Stream.of(
                                        "jdk.internal.misc.Unsafe.park", "java.util.concurrent.CompletableFuture.join"),
                                Arrays.stream(below))
                        .toList());
    }

    private static Stack busy(String... below) {
        return Stacks.of(
                Thread.State.RUNNABLE,
                Stream.concat(Stream.of("sun.nio.ch.NioSocketImpl.park"), Arrays.stream(below))
                        .toList());
    }
}
