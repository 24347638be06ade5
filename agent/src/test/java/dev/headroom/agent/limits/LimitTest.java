package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.agent.Tasks;
import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.jvm.Bridge;
import dev.headroom.agent.moves.Movable;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is put back are the settings, not the capacity that is computed from them. */
class LimitTest {

    /** By the entry of the catalogue that has that id, whatever the object's class is. */
    private static Limit limit(Object object, String entry) throws Exception {
        String text = Catalogue.text();
        String own = text.substring(text.indexOf("[" + entry + "]"));
        String renamed = own.substring(0, own.indexOf("\n\n"))
                .replaceFirst(
                        "(?m)^class: .*",
                        Matcher.quoteReplacement("class: " + object.getClass().getName()));
        return new Limit(
                object,
                null,
                Catalogue.parse(renamed).of(object.getClass()).get(0),
                object instanceof Semaphore semaphore ? semaphore.availablePermits() : Movable.UNKNOWN);
    }

    @Test
    void aDispatcherOfTwoHostsIsMovedByTheSettingOfEachAndBothSettingsAreAsTheyWere() throws Exception {
        Dispatcher dispatcher = new Dispatcher();
        Limit limit = limit(dispatcher, "okhttp");
        assertThat(limit.capacity()).isEqualTo(10);
        List<Number> before = limit.settings();
        assertThat(before).containsExactly(5, 64);

        limit.move(limit.capacity(), 20);
        assertThat(dispatcher.maxRequestsPerHost).isEqualTo(10);
        assertThat(limit.capacity()).isEqualTo(20);
        limit.move(limit.capacity(), 100);
        assertThat(dispatcher.maxRequests).isEqualTo(100);
        assertThat(limit.capacity()).isEqualTo(100);

        limit.set(before);
        assertThat(limit.settings()).containsExactly(5, 64);
    }

    /** Of 40 hosts that were counted fewer may be busy, and each keeps what it had. */
    @Test
    void whereTheNumberInAllBindsARaiseLowersNoHost() throws Exception {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.runningAsyncCalls = IntStream.range(0, 40)
                .mapToObj(host -> new Call("host " + host))
                .toList();
        Limit limit = limit(dispatcher, "okhttp");
        assertThat(limit.capacity()).isEqualTo(64);

        limit.move(64, 80);

        assertThat(dispatcher.maxRequestsPerHost).isEqualTo(5);
        assertThat(dispatcher.maxRequests).isEqualTo(80);
    }

    /** It may keep the order at each host, and its capacity is that of all hosts together. */
    @Test
    void aDispatcherOfOneForEachHostIsNotMovedThoughItIsMoreInAll() throws Exception {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.maxRequestsPerHost = 1;
        Limit limit = limit(dispatcher, "okhttp");
        assertThat(limit.capacity()).isEqualTo(2);
        assertThat(limit.harm()).contains("one past at a time");

        dispatcher.maxRequests = 1;
        assertThat(limit.harm()).as("whoever said yes was told that it is one").isEmpty();
    }

    /** Its capacity is that of the hosts that are asked just now. */
    @Test
    void aDispatcherOfOtherHostsThanThoseThatWereSeenIsNotMoved() throws Exception {
        Dispatcher dispatcher = new Dispatcher();
        Limit limit = limit(dispatcher, "okhttp");
        assertThatThrownBy(() -> limit.move(5, 20)).hasMessageContaining("is 5 no more");
        assertThat(limit.settings()).containsExactly(5, 64);
    }

    /** A dispatcher that gets room makes threads at once, and they take the loader of whoever makes them. */
    @Test
    void whatIsMadeAsItIsMovedHasTheContextClassLoaderOfItsClass() throws Exception {
        Thread us = Thread.currentThread();
        ClassLoader ours = us.getContextClassLoader();
        us.setContextClassLoader(null); // as a thread that was attached has
        try {
            Dispatcher dispatcher = new Dispatcher();
            Limit limit = limit(dispatcher, "okhttp");
            limit.move(limit.capacity(), 100);
            assertThat(dispatcher.maker).isSameAs(Dispatcher.class.getClassLoader());
            dispatcher.maker = null;
            limit.set(List.of(5, 64));
            assertThat(dispatcher.maker).isSameAs(Dispatcher.class.getClassLoader());
            assertThat(us.getContextClassLoader()).isNull();
        } finally {
            us.setContextClassLoader(ours);
        }
    }

    @Test
    void aRateWhoseCallersReserveIsNotMovedInAServiceOfSomebodyElse() throws Exception {
        assertThat(limit(new Object(), "rate-limiter").harm()).contains("reserved");
        assertThat(limit(new Dispatcher(), "okhttp").harm()).isEmpty();
    }

    @Test
    void aRateThatIsNoWholeNumberIsPutBackToTheLastDigit() throws Exception {
        RateLimiter rate = new RateLimiter();
        Limit limit = limit(rate, "guava-rate-limiter");
        List<Number> before = limit.settings();

        limit.move(limit.capacity(), 48);
        assertThat(rate.rate).as("as many times as much as was announced").isEqualTo(47);
        limit.set(before);

        assertThat(rate.rate).isEqualTo(23.5);
    }

    @Test
    void aRateThatIsFarFromAWholeNumberHasNoSizeThatCouldBeSaid() throws Exception {
        RateLimiter rate = new RateLimiter();
        rate.rate = 1.4;
        assertThat(limit(rate, "guava-rate-limiter").capacity()).isEqualTo(Movable.UNKNOWN);
        rate.rate = 59.999;
        assertThat(limit(rate, "guava-rate-limiter").capacity()).isEqualTo(60);
    }

    @Test
    void permitsThatWereAddedAreTakenAwayWhateverWasDoneMeanwhile() throws Exception {
        Semaphore semaphore = new Semaphore(6);
        Limit limit = limit(semaphore, "semaphore");
        List<Number> before = limit.settings();

        limit.move(limit.capacity(), 10);
        assertThat(semaphore.availablePermits()).isEqualTo(10);
        semaphore.acquire(3);
        limit.set(before);

        assertThat(semaphore.availablePermits()).isEqualTo(3);
        assertThat(limit.capacity()).isEqualTo(6);
    }

    /** Its configuration says nothing of the permits that were added. */
    @Test
    void aBulkheadThatIsKeptRaisedIsToldSoByTheNextAgentAndCanBePutBack() throws Exception {
        Bulkhead bulkhead = new Bulkhead();
        limit(bulkhead, "bulkhead").move(25, 50);
        bulkhead.semaphore.acquire(40);

        Limit later = limit(bulkhead, "bulkhead");
        assertThat(later.look().capacity()).isEqualTo(50);
        assertThat(later.look().inUse()).isEqualTo(40);

        bulkhead.semaphore.release(40);
        later.move(50, 25);
        assertThat(bulkhead.semaphore.availablePermits()).isEqualTo(25);
        assertThat(limit(bulkhead, "bulkhead").capacity()).isEqualTo(25);
        assertThat(limit(new Bulkhead(), "bulkhead").capacity())
                .as("another one")
                .isEqualTo(25);
    }

    /** A proof puts it back, and so does who has lost the lease: what both would take was added once. */
    @Test
    @Timeout(60)
    void permitsThatTwoPutBackAtOnceAreTakenAwayOnce() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        Bulkhead bulkhead = new Bulkhead(new Semaphore(25) {
            @Override
            protected void reducePermits(int by) {
                Tasks.await(gate);
                super.reducePermits(by);
            }
        });
        Limit limit = limit(bulkhead, "bulkhead");
        limit.move(25, 50);

        FutureTask<Void> one = backTask(limit);
        FutureTask<Void> other = backTask(limit);
        Thread first = new Thread(one);
        Thread second = new Thread(other);
        first.start();
        second.start();
        while (first.getState() != Thread.State.BLOCKED && second.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
        }
        gate.countDown();
        one.get();
        other.get();

        assertThat(bulkhead.semaphore.availablePermits()).isEqualTo(25);
        assertThat(limit.capacity()).isEqualTo(25);
    }

    private static FutureTask<Void> backTask(Limit limit) {
        return new FutureTask<>(() -> {
            limit.set(List.of(0));
            return null;
        });
    }

    @Test
    void permitsThatWerePutBackMeanwhileAreNotRaisedFromWhatTheyWere() throws Exception {
        Bulkhead bulkhead = new Bulkhead();
        Limit limit = limit(bulkhead, "bulkhead");
        limit.move(25, 50);
        int from = limit.capacity();
        limit.set(List.of(0));

        assertThatThrownBy(() -> limit.move(from, 100)).hasMessageContaining("is 50 no more");

        assertThat(bulkhead.semaphore.availablePermits()).isEqualTo(25);
    }

    /** Whatever of the note finds no memory. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void permitsThatCouldNotBeNotedWereNotMoved(int call) throws Exception {
        Field notes = Bridge.class.getDeclaredField("shifts");
        notes.setAccessible(true);
        Object before = notes.get(null);
        Scarce scarce = new Scarce();
        notes.set(null, scarce);
        try {
            Bulkhead bulkhead = new Bulkhead();
            Limit limit = limit(bulkhead, "bulkhead");
            scarce.left = call;
            try {
                limit.move(25, 50);
                assertThat(bulkhead.semaphore.availablePermits()).isEqualTo(50);
            } catch (OutOfMemoryError e) {
                assertThat(bulkhead.semaphore.availablePermits()).isEqualTo(25);
                limit.set(List.of(0));
            }
            scarce.left = 0;
            limit.set(List.of(0));
            limit.move(25, 50);

            scarce.left = call;
            try {
                limit.set(List.of(0));
            } catch (OutOfMemoryError e) {
                assertThat(bulkhead.semaphore.availablePermits()).isEqualTo(50);
                limit.set(List.of(0));
            }
            assertThat(bulkhead.semaphore.availablePermits()).isEqualTo(25);
        } finally {
            notes.set(null, before);
        }
    }

    /** One call of it finds no memory. */
    private static final class Scarce extends ConcurrentHashMap<Object, Object> {

        private static final long serialVersionUID = 1;

        private transient int left;

        private void allocate() {
            if (left > 0 && --left == 0) {
                throw new OutOfMemoryError("Java heap space");
            }
        }

        @Override
        public KeySetView<Object, Object> keySet() {
            allocate();
            return super.keySet();
        }

        @Override
        public Set<Map.Entry<Object, Object>> entrySet() {
            allocate();
            return super.entrySet();
        }

        @Override
        public Object put(Object key, Object value) {
            allocate();
            return super.put(key, value);
        }
    }

    /** A connection that is opened while the limit is no less than its streams never counts them. */
    @Test
    void whatWouldHaveNoLimitForGoodIsNotRaisedSoFar() throws Exception {
        Http2 connection = new Http2();
        Limit limit = limit(connection, "tomcat-http2");
        assertThatThrownBy(() -> limit.move(20, 100)).hasMessageContaining("below 100");
        assertThat(limit.capacity()).isEqualTo(20);

        limit.move(20, 99);
        assertThat(limit.capacity()).isEqualTo(99);
        connection.protocol.execution = 200;
        limit.move(200, 100);
        assertThat(limit.capacity()).as("lowered").isEqualTo(100);
    }

    @Test
    void aSemaphoreThatIsMadeWithoutPermitsIsASignalAndBoundsNothing() throws Exception {
        Semaphore signal = new Semaphore(0);
        Limit limit = limit(signal, "semaphore");

        signal.release(5);
        for (int look = 0; look < 10; look++) {
            assertThat(limit.look().capacity()).isEqualTo(Movable.UNKNOWN);
            assertThat(limit.look().inUse()).isZero();
        }
    }

    /** As OkHttp's. */
    static final class Dispatcher {

        private int maxRequestsPerHost = 5;
        private int maxRequests = 64;
        private @Nullable ClassLoader maker;
        private List<Call> runningAsyncCalls = List.of(new Call("one"), new Call("other"));

        void setMaxRequestsPerHost(int most) {
            maxRequestsPerHost = most;
        }

        void setMaxRequests(int most) {
            maker = Thread.currentThread().getContextClassLoader();
            maxRequests = most;
        }
    }

    /** As Tomcat's. */
    static final class Http2 {

        private final Protocol protocol = new Protocol();
    }

    static final class Protocol {

        private int execution = 20;

        int getMaxConcurrentStreamExecution() {
            return execution;
        }

        void setMaxConcurrentStreamExecution(int most) {
            execution = most;
        }

        long getMaxConcurrentStreams() {
            return 100;
        }
    }

    /** As Resilience4j's. */
    static final class Bulkhead {

        private final Config config = new Config(25);
        private final Semaphore semaphore;

        Bulkhead() {
            this(new Semaphore(25));
        }

        Bulkhead(Semaphore semaphore) {
            this.semaphore = semaphore;
        }
    }

    record Config(int getMaxConcurrentCalls) {}

    record Call(String getHost) {}

    /** As Guava's. */
    static final class RateLimiter {

        private double rate = 23.5;

        double getRate() {
            return rate;
        }

        void setRate(double perSecond) {
            rate = perSecond;
        }
    }
}
