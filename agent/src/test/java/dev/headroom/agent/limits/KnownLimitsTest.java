package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.moves.Lease;
import dev.headroom.agent.moves.MoveOrder;
import dev.headroom.agent.moves.Moves;
import dev.headroom.agent.moves.Turns;
import dev.headroom.agent.wire.Replies;
import dev.headroom.agent.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.LockInfo;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of a service that uses a new key for each request. */
@Timeout(60)
class KnownLimitsTest {

    private static final int TEN_THOUSAND = 10_000;
    private static final int ALL = 50_000;
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final String PROTOCOL = "protocol.setMost(n)";

    private final Keyed pool = new Keyed();
    private final List<Handler> handlers = new ArrayList<>();
    private final Catalogue catalogue = Catalogue.parse("[keyed]\nkind: object-pool\nclass: " + Keyed.class.getName()
            + "\neach: parts.keySet\nname: *.toString\ncapacity: getMost\nset: setMost(n)");
    private final Hook hook = new Hook(false);
    private final KnownLimits known = new KnownLimits(catalogue, hook);

    /** As commons-pool's. */
    static final class Keyed {

        private final Map<Object, Object> parts = new ConcurrentHashMap<>();
        private int most = 8;

        Set<Object> getParts() {
            return new HashSet<>(parts.keySet());
        }

        int getStats(Object key) {
            parts.putIfAbsent(key, "");
            return most;
        }

        int getMost() {
            return most;
        }

        void setMost(int now) {
            most = now;
        }
    }

    @BeforeEach
    void meet() {
        hook.open();
        Hook.made(pool);
    }

    @AfterEach
    void close() {
        hook.close();
    }

    @Test
    void soManyPartsAreFollowedAndNoMore() {
        for (int i = 0; i < TEN_THOUSAND; i++) {
            pool.parts.put("tenant " + i, "");
        }
        known.begin();
        assertThat(known.all()).hasSize(KnownLimits.MOST);
        assertThat(known.wasFull()).isTrue();
    }

    @Test
    void aKeyThatTheServiceDropsIsCollectedAndForgotten() throws Exception {
        WeakReference<Object> key = part();
        known.begin();
        assertThat(known.all()).hasSize(2);
        pool.parts.clear();
        while (key.get() != null || known.all().size() > 1) {
            System.gc();
            known.begin();
        }
        assertThat(known.wasFull()).isFalse();
    }

    @Test
    void aPartThatWasMovedIsPutBackThoughItsKeyIsGone() throws Exception {
        WeakReference<Object> key = part();
        known.begin();
        Limit limit = known.all().get(1);
        List<Number> before = limit.settings();
        limit.move(limit.capacity(), 20);
        pool.parts.clear();
        List<WeakReference<Object>> others = new ArrayList<>();
        others.add(new WeakReference<>(new Object()));
        while (others.get(0).get() != null) {
            System.gc();
        }
        limit.set(before);
        assertThat(pool.most).isEqualTo(8);
        assertThat(limit.object()).isSameAs(pool);
        assertThat(key.get()).isNotNull();
    }

    @Test
    void partsOfOneObjectHaveOneSettingWhereItsSetterKnowsNoKey() {
        part();
        part();
        known.begin();
        List<Limit> parts = known.all().subList(1, 3);
        assertThat(parts.get(0).setting()).isEqualTo(parts.get(1).setting());
        Keyed other = new Keyed();
        Limit others = new Limit(other, null, catalogue.of(Keyed.class).get(0), Limit.UNKNOWN);
        assertThat(others.setting()).isNotEqualTo(parts.get(0).setting());
    }

    /** As a handler of Tomcat's for each connection of HTTP/2. */
    record Handler(Keyed protocol) {}

    @Test
    void objectsThatAreSetThroughAnotherHaveOneSetting() {
        Limit one = through(new Handler(pool), PROTOCOL);
        Limit other = through(new Handler(pool), PROTOCOL);
        assertThat(one.setting()).isEqualTo(other.setting());
        assertThat(one.setting())
                .isNotEqualTo(
                        through(new Handler(pool), "protocol.setMost(*,n)").setting());
        assertThat(one.setting())
                .isNotEqualTo(through(new Handler(new Keyed()), PROTOCOL).setting());
    }

    /** What one has raised the other would take for what was there at first. */
    @Test
    void whatIsSetThroughTheSameObjectIsMovedByOneHeadroomAtATime() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Moves first = moves(told);
        Moves second = moves(told);
        first.move(new MoveOrder(1, 8, 16, HOUR, "one", "somebody"), () -> through(new Handler(pool), PROTOCOL));
        assertThat(told.take()).isEmpty();
        second.move(new MoveOrder(2, 16, 32, HOUR, "other", "else"), () -> through(new Handler(pool), PROTOCOL));
        assertThat(told.take()).contains("another Headroom has moved it");
        first.leave(() -> {});
        second.leave(() -> {});
        assertThat(pool.most).isEqualTo(8);
    }

    private static Moves moves(BlockingQueue<String> told) {
        AtomicReference<Replies> replies = new AtomicReference<>();
        replies.set(new Replies(() -> {
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                replies.get().write(new DataOutputStream(bytes));
                DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
                in.skipNBytes(1 + Integer.BYTES + Double.BYTES);
                told.add(in.readUTF());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        return new Moves(new Lease(System::nanoTime), Turns.Bounds.LAUNCHED, replies.get());
    }

    private Limit through(Handler handler, String setter) {
        handlers.add(handler);
        Catalogue own = Catalogue.parse("[through]\nkind: semaphore\nclass: " + Handler.class.getName()
                + "\ncapacity: protocol.getMost\nset: " + setter);
        return new Limit(handler, null, own.of(Handler.class).get(0), Limit.UNKNOWN);
    }

    /** As HttpClient's statistics of a route make the route. */
    @Test
    void aPartThatHasGoneIsNotMadeAnewByLookingAtIt() throws Exception {
        Catalogue makes = Catalogue.parse("[keyed]\nkind: object-pool\nclass: " + Keyed.class.getName()
                + "\neach: getParts\ncapacity: getStats(*)\nset: setMost(n)");
        Hook own = new Hook(false);
        own.open();
        try {
            KnownLimits routes = new KnownLimits(makes, own);
            Hook.made(pool);
            Object key = new Object();
            pool.getStats(key);
            routes.begin();
            Limit part = routes.all().get(1);
            assertThat(part.look().capacity()).isEqualTo(8);
            List<Number> before = part.settings();
            part.move(8, 20);
            assertThat(part.settings()).isEqualTo(List.of(20));
            pool.parts.clear();
            routes.begin();
            assertThat(part.look().capacity()).isEqualTo(Limit.UNKNOWN);
            assertThat(part.settings()).isEqualTo(List.of(20));
            part.set(before);
            assertThat(pool.most).isEqualTo(8);
            assertThat(part.settings()).isEqualTo(before);
            assertThat(pool.parts).isEmpty();
            pool.getStats(key);
            routes.begin();
            assertThat(part.look().capacity()).isEqualTo(8);
        } finally {
            own.close();
        }
    }

    /** Of a web application that was deployed anew. */
    @Test
    void classesOfWhatIsGoneAreCollected() throws Exception {
        WeakReference<ClassLoader> loader = blocksOnAClassOfItsOwn();
        while (loader.get() != null || known.all().size() > 1) {
            System.gc();
            known.begin();
        }
        assertThat(known.all().get(0).object()).isSameAs(pool);
    }

    private WeakReference<ClassLoader> blocksOnAClassOfItsOwn() throws Exception {
        URL[] classes = {
            KnownLimitsTest.class.getProtectionDomain().getCodeSource().getLocation()
        };
        ClassLoader loader = new URLClassLoader(classes, null);
        Constructor<?> made =
                Class.forName(Blocker.class.getName(), true, loader).getDeclaredConstructor();
        made.setAccessible(true);
        known.add(new Limit(made.newInstance(), null, catalogue.of(Keyed.class).get(0), 0));
        known.begin();
        return new WeakReference<>(loader);
    }

    private static final class Blocker {}

    private WeakReference<Object> part() {
        Object key = new Object();
        pool.parts.put(key, "");
        return new WeakReference<>(key);
    }

    @Test
    void ofALockForEachRequestSoManyAreNumberedAndTheReaderIsToldOnce() throws Exception {
        Limits limits = new Limits(catalogue, hook);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (int i = 0; i < ALL; i++) {
            assertThat(limits.monitor(new LockInfo("Lock", i), Thread.currentThread(), out))
                    .isEqualTo(i);
        }
        bytes.reset();
        assertThat(limits.monitor(new LockInfo("Lock", ALL), Thread.currentThread(), out))
                .isEqualTo(Limits.NONE);
        assertThat(limits.monitor(new LockInfo("Lock", 1), Thread.currentThread(), out))
                .isEqualTo(1);
        limits.write(out, (holders, to) -> Map.of());
        limits.write(out, (holders, to) -> Map.of());
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(in.readByte()).isEqualTo(Wire.NOTE);
        assertThat(in.readUTF()).contains("further ones were not followed");
        assertThat(in.available()).isZero();
    }

    /** A map makes one for each value that it computes. */
    @Test
    void placeholdersOfAMapLeaveRoomForEverythingElse() throws Exception {
        Limits limits = new Limits(Catalogue.packed(), hook);
        DataOutputStream out = new DataOutputStream(OutputStream.nullOutputStream());
        for (int i = 0; i < ALL + TEN_THOUSAND; i++) {
            limits.monitor(
                    new LockInfo("java.util.concurrent.ConcurrentHashMap$ReservationNode", i),
                    Thread.currentThread(),
                    out);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        limits.begin();
        limits.write(new DataOutputStream(bytes), (holders, to) -> Map.of());
        assertThat(bytes.toByteArray()).isEmpty();
        assertThat(limits.parkedFor(new Semaphore(1), new DataOutputStream(bytes)))
                .isNotEqualTo(Limits.NONE);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("semaphore");
    }

    /** Two of them at a time are two keys, so that two are held. */
    @Test
    void thePlaceholdersOfAMapAreEachALockAndNoneIsHeldForAProof() throws Exception {
        Limits limits = new Limits(catalogue, hook);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (int i = 0; i < 2; i++) {
            assertThat(limits.monitor(
                            new LockInfo("java.util.concurrent.ConcurrentHashMap$ReservationNode", i),
                            Thread.currentThread(),
                            out))
                    .isEqualTo(i);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).doesNotContain("is held");
    }
}
