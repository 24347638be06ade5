package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.moves.Movable;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
        private final Semaphore semaphore = new Semaphore(25);
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
