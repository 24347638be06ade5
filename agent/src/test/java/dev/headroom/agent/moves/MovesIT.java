package dev.headroom.agent.moves;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.wire.Replies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Under a clock that the test sets. */
class MovesIT {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    /** What each is at first. */
    private static final int FOUR = 4;

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    /** Near its end, which a long service may live to see. */
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final Lease lease = new Lease(clock::get);
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final Replies replies = new Replies(this::read);
    private final Moves moves = new Moves(lease, Turns.Bounds.LAUNCHED, replies);
    private final CountDownLatch hang = new CountDownLatch(1);
    private int requests;

    private synchronized void read() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            replies.write(new DataOutputStream(bytes));
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            while (in.read() >= 0) {
                told.add(in.readInt() + ": " + (int) in.readDouble() + " " + in.readUTF());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void order(Fake limit, int to, long nanos) {
        order(limit, FOUR, to, nanos);
    }

    /** @param from what it was when that was planned */
    private void order(Fake limit, int from, int to, long nanos) {
        moves.move(new MoveOrder(++requests, from, to, nanos, limit.name, "somebody"), () -> limit);
    }

    /** The reply. */
    private String move(Fake limit, int to) throws InterruptedException {
        order(limit, to, HOUR);
        return reply();
    }

    private String reply() throws InterruptedException {
        return String.valueOf(told.poll(30, TimeUnit.SECONDS));
    }

    private void pass(long nanos) {
        clock.addAndGet(nanos);
    }

    @AfterEach
    void letGo() {
        hang.countDown();
    }

    /** In a JVM that was started for us it harms nobody. */
    @Test
    void whatWouldHarmSomebodyElsesServiceIsNotMovedThere() throws Exception {
        Fake limit = new Fake("limit");
        limit.harm = "its threads keep what is theirs";
        assertThat(move(limit, 8)).isEqualTo("1: 8 ");
        Moves theirs = new Moves(lease, Turns.Bounds.JOINED, replies);
        theirs.move(new MoveOrder(++requests, FOUR, 16, HOUR, limit.name, "somebody"), () -> limit);
        assertThat(reply()).isEqualTo("2: -1 its threads keep what is theirs");
        assertThat(limit.capacity).isEqualTo(8);
    }

    /** It looks at many threads and classes. */
    @Test
    void whetherItWouldHarmIsAskedOnceUntilItIsPutBack() throws Exception {
        Fake limit = new Fake("limit");
        Moves theirs = new Moves(lease, Turns.Bounds.JOINED, replies);
        for (int to : new int[] {8, FOUR, 8, FOUR}) {
            theirs.move(new MoveOrder(++requests, FOUR, to, HOUR, limit.name, "somebody"), () -> limit);
            assertThat(reply()).endsWith(": " + to + " ");
        }
        assertThat(limit.harms).hasValue(1);
        theirs.putBack(9);
        assertThat(reply()).isEqualTo("9: -1 ");
        theirs.move(new MoveOrder(++requests, FOUR, 8, HOUR, limit.name, "somebody"), () -> limit);
        reply();
        assertThat(limit.harms).hasValue(2);
        theirs.leave(() -> {});
    }

    /** What a second Headroom sees of it meanwhile is not what it is, also once the first has left. */
    @Test
    void whatIsMovedToAndFroIsNobodyElsesUntilItIsPutBackNorAfterwards() throws Exception {
        Fake limit = new Fake("limit");
        Moves theirs = new Moves(new Lease(clock::get), Turns.Bounds.LAUNCHED, replies);
        assertThat(move(limit, 8)).isEqualTo("1: 8 ");
        theirs.check();
        assertThat(move(limit, 4)).isEqualTo("2: 4 ");
        theirs.move(new MoveOrder(++requests, FOUR, 16, HOUR, limit.name, "somebody"), () -> limit);
        assertThat(reply()).isEqualTo("3: -1 another Headroom has moved it, and has to put it back first");
        moves.leave(() -> {});
        theirs.move(new MoveOrder(++requests, FOUR, 16, HOUR, limit.name, "somebody"), () -> limit);
        assertThat(reply()).isEqualTo("4: -1 another Headroom had moved it while this one looked: diagnose once more");
        Moves later = new Moves(new Lease(clock::get), Turns.Bounds.LAUNCHED, replies);
        later.move(new MoveOrder(++requests, FOUR, 16, HOUR, limit.name, "somebody"), () -> limit);
        assertThat(reply()).isEqualTo("5: 16 ");
        later.leave(() -> {});
    }

    @Test
    void theLastMovedIsPutBackFirst() throws Exception {
        Fake first = new Fake("first");
        Fake second = new Fake("second");
        second.object = first; // the order of others is kept for a moment only
        move(first, 8);
        move(second, 8);

        moves.leave(() -> {});

        assertThat(calls).containsExactly("first 8", "second 8", "second [4]", "first [4]");
    }

    @Test
    void aLeaseThatIsRenewedHoldsAndOneThatIsNotIsPutBackByTheAgentItself() throws Exception {
        Fake limit = new Fake("limit");
        assertThat(move(limit, 8)).isEqualTo("1: 8 ");
        for (int i = 0; i < 20; i++) {
            pass(Lease.NANOS);
            lease.hear();
            moves.check();
        }
        assertThat(limit.capacity).isEqualTo(8);

        pass(Lease.NANOS + 1);
        moves.check();

        assertThat(limit.capacity).isEqualTo(4);
        assertThat(reply()).startsWith("0: -2 the lease was lost, and every limit is put back: Headroom was silent");
    }

    /** Whoever has put it back may still be about to strike it off when it is moved anew. */
    @Test
    void whatIsMovedAsSoonAsItWasPutBackIsPutBackAgain() throws Exception {
        movedAsSoonAsItWasPutBack(200);
    }

    @Test
    @Tag("nightly")
    void whatIsMovedAsSoonAsItWasPutBackIsPutBackAgainThousandsOfTimes() throws Exception {
        movedAsSoonAsItWasPutBack(3_000);
    }

    private void movedAsSoonAsItWasPutBack(int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            Fake limit = new Fake("limit");
            move(limit, 8);
            moves.putBack(7);
            reply();
            move(limit, 9);
            assertThat(limit.capacity).isEqualTo(9);
            moves.putBack(7);
            reply();
            assertThat(limit.capacity).as("round %d", round).isEqualTo(4);
        }
    }

    @Test
    void aLateRenewalRenewsNothingAndNothingIsMovedUntilHeadroomTookNoteOfIt() throws Exception {
        Fake limit = new Fake("limit");
        move(limit, 8);
        pass(Lease.NANOS + 1);
        lease.hear();

        moves.answer(7);
        assertThat(reply()).startsWith("7: -2 the lease was lost");
        assertThat(move(limit, 9)).startsWith("2: -2 the lease was lost");
        moves.keep(8);
        assertThat(reply()).startsWith("8: -2 the lease was lost");
        moves.check();
        assertThat(limit.capacity).isEqualTo(4);

        assertThat(reply()).startsWith("0: -2 the lease was lost");
        moves.putBack(9);
        assertThat(reply()).isEqualTo("9: -1 ");
        assertThat(move(limit, 9)).isEqualTo("3: 9 ");
    }

    @Test
    void theTimeOfTheFirstMoveIsThatOfAllHoweverOftenTheLeaseIsRenewed() throws Exception {
        Fake limit = new Fake("limit");
        order(limit, 8, MINUTE);
        reply();
        for (long left = MINUTE; left >= Lease.NANOS; left -= Lease.NANOS) {
            pass(Lease.NANOS);
            lease.hear();
        }
        move(limit, 9);

        pass(1);
        moves.check();

        assertThat(limit.capacity).isEqualTo(4);
        assertThat(reply()).contains("its time is over");
    }

    @Test
    void whatIsKeptStaysWhoeverIsSilent() throws Exception {
        Fake limit = new Fake("limit");
        move(limit, 8);
        moves.keep(2);
        assertThat(reply()).isEqualTo("2: -1 ");

        pass(HOUR);
        moves.check();
        moves.leave(() -> {});

        assertThat(limit.capacity).isEqualTo(8);
    }

    @Test
    void aSetterThatHangsKeepsNoOtherLimitFromBeingPutBackAndIsUndoneWhenItReturns() throws Exception {
        Fake other = new Fake("other");
        move(other, 8);
        Fake hanging = new Fake("hanging");
        hanging.hangs = true;
        order(hanging, 8, HOUR);
        assertThat(hanging.began.await(30, TimeUnit.SECONDS)).isTrue();

        pass(Lease.NANOS + 1);
        moves.check();
        assertThat(other.capacity).isEqualTo(4);

        hang.countDown();
        assertThat(List.of(reply(), reply()))
                .anySatisfy(reply -> assertThat(reply).startsWith("0: -2 "))
                .anySatisfy(reply -> assertThat(reply).startsWith("2: -2 the lease was lost"));
        assertThat(hanging.capacity).isEqualTo(4);
    }

    @Test
    void oneThatCannotBePutBackDelaysNothingElse() throws Exception {
        Fake other = new Fake("other");
        move(other, 8);
        List<Fake> hanging = List.of(new Fake("one"), new Fake("two"), new Fake("three"));
        for (Fake limit : hanging) {
            move(limit, 8);
            limit.hangs = true;
        }
        pass(Lease.NANOS + 1);
        moves.check();

        assertThat(hanging).allSatisfy(limit -> assertThat(limit.capacity).isEqualTo(8));
        assertThat(reply()).contains("one is not back yet", "two is not back yet", "three is not back yet");
        hang.countDown();
        assertThat(hanging).allSatisfy(limit -> assertThat(awaits(limit.back)).isTrue());
    }

    /** The second was moved from where the first had left it. */
    @Test
    void partsOfOneObjectArePutBackOneAfterTheOther() throws Exception {
        Fake first = new Fake("first");
        Fake second = new Fake("second");
        second.object = first;
        move(first, 8);
        move(second, 8);
        second.hangs = true;
        moves.putBack(3);
        assertThat(awaits(second.leaving)).isTrue();
        assertThat(first.leaving.await(300, TimeUnit.MILLISECONDS)).isFalse();
        hang.countDown();

        assertThat(reply()).isEqualTo("3: -1 ");
        assertThat(calls).containsExactly("first 8", "second 8", "second [4]", "first [4]");
    }

    /** As the keys of a pool that has one size for each of them. */
    @Test
    void partsOfOneSettingAreMovedTogetherAndPutBackOnce() throws Exception {
        Fake first = new Fake("first");
        Fake second = new Fake("second");
        second.shares = first;
        for (int to : new int[] {FOUR, 8, FOUR, 8}) {
            assertThat(move(first, to)).endsWith(": " + to + " ");
            assertThat(move(second, to)).endsWith(": " + to + " ");
        }
        assertThat(second.capacity()).isEqualTo(8);
        moves.putBack(9);
        assertThat(reply()).isEqualTo("9: -1 ");
        assertThat(calls).containsExactly("first 8", "first [4]", "first 8", "first [4]");
    }

    @Test
    void whatSomebodyElseHasSetOfASettingOfSeveralIsSeen() throws Exception {
        Fake first = new Fake("first");
        Fake second = new Fake("second");
        second.shares = first;
        move(first, 8);
        first.capacity = 20;
        assertThat(move(second, 8)).contains("somebody else has set it to [20] meanwhile");
    }

    @Test
    void aPartThatIsGoneJustNowIsNotMoved() throws Exception {
        Fake limit = new Fake("route");
        limit.there = false;
        assertThat(move(limit, 8)).isEqualTo("1: -1 it is gone just now");
        assertThat(calls).isEmpty();
    }

    private static boolean awaits(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSetterThatThrowsHalfWayIsUndone() throws Exception {
        Fake limit = new Fake("limit");
        limit.fails = true;

        assertThat(move(limit, 8)).startsWith("1: -1 ").contains("half way");

        assertThat(limit.capacity).isEqualTo(4);
    }

    @Test
    void aSetterForWhichNoThreadIsLeftIsUndone() throws Exception {
        Fake limit = new Fake("limit");
        limit.error = new OutOfMemoryError("unable to create native thread");

        assertThat(move(limit, 8)).startsWith("1: -1 ").contains("native thread");

        assertThat(limit.capacity).isEqualTo(4);
    }

    @Test
    void whatSomebodyElseHasSetMeanwhileStaysAndIsTold() throws Exception {
        Fake limit = new Fake("limit");
        move(limit, 8);
        limit.capacity = 20;

        assertThat(move(limit, 9)).contains("somebody else has set it to [20] meanwhile");
        moves.putBack(3);

        assertThat(reply()).contains("somebody else has set limit to [20] meanwhile, and it stays so");
        assertThat(limit.capacity).isEqualTo(20);
    }

    @Test
    void whatItsOwnerSetsWhileItIsHomeIsNotMovedUntilItIsLookedAtAnew() throws Exception {
        Fake limit = new Fake("limit");
        move(limit, 8);
        assertThat(move(limit, FOUR)).isEqualTo("2: 4 ");
        limit.capacity = 30;

        assertThat(move(limit, 8)).contains("somebody else has set it to [30] meanwhile");
        assertThat(move(limit, FOUR)).contains("somebody else has set it to [30] meanwhile");
        moves.putBack(5);

        assertThat(reply()).isEqualTo("5: -1 ");
        assertThat(limit.capacity).isEqualTo(30);
        order(limit, 30, 40, HOUR);
        assertThat(reply()).isEqualTo("5: 40 ");
    }

    /** An executor whose queue fills starts more threads, and tells so many. */
    @Test
    void whatIsNotWhatItWasWhenThatWasPlannedIsNotMoved() throws Exception {
        Fake limit = new Fake("limit");
        limit.grown = 4;
        assertThat(move(limit, 6)).isEqualTo("1: -1 it is 8, and was 4 when that was planned: diagnose once more");
        assertThat(move(limit, FOUR)).contains("it is 8, and was 4 when that was planned");
        limit.grown = 0;
        assertThat(move(limit, 6)).isEqualTo("3: 6 ");
        assertThat(move(limit, FOUR)).isEqualTo("4: 4 ");
        limit.grown = 4;
        assertThat(move(limit, 6)).contains("it is 8, and was 4 when that was planned");
        assertThat(calls).containsExactly("limit 6", "limit [4]");
    }

    @Test
    void whatGrowsByItselfWhileItIsRaisedIsNotLowered() throws Exception {
        Fake limit = new Fake("limit");
        move(limit, 6);
        limit.grown = 4;
        assertThat(move(limit, 6)).contains("it has come to 10 by itself meanwhile");
        assertThat(move(limit, FOUR)).as("it goes home by its settings").contains("8");
        assertThat(calls).containsExactly("limit 6", "limit [4]");
    }

    @Test
    void ofSeveralSettingsThoseThatNobodyElseHasSetArePutBack() throws Exception {
        Fake limit = new Fake("limit");
        limit.maximum = 16;
        move(limit, 20);
        limit.capacity = 6;

        moves.putBack(2);

        assertThat(reply()).contains("somebody else has set limit to [6, 20] meanwhile", "ours of it: [6, 16]");
        assertThat(limit.settings()).containsExactly(6, 16);
    }

    @Test
    void whatIsMovedHomeHasAllTheSettingsThatItHad() throws Exception {
        Fake limit = new Fake("orders");
        limit.maximum = 6;
        move(limit, 8);

        assertThat(move(limit, 4)).isEqualTo("2: 4 ");
        assertThat(limit.settings()).isEqualTo(List.of(4, 6));
    }

    @Test
    void whatCameToAnotherNumberIsNotMovedAgainWhenTheSameIsAskedFor() throws Exception {
        Fake limit = new Fake("rate");
        limit.permits = 5;

        assertThat(move(limit, 8)).isEqualTo("1: 10 ");
        assertThat(move(limit, 8)).isEqualTo("2: 10 ");
        assertThat(calls).containsExactly("rate 10");
    }

    @Test
    void whatIsNotBackAfterItsSetterIsTold() throws Exception {
        Fake limit = new Fake("limit");
        move(limit, 8);
        limit.deaf = true;

        moves.putBack(2);

        assertThat(reply()).contains("limit could not be put back to [4] and is [8]");
    }

    @Test
    void whatCouldNotBePutBackIsTriedAgainBecauseItsLeaseGoesOn() throws Exception {
        Fake limit = new Fake("limit");
        move(limit, 8);
        limit.deaf = true;
        moves.putBack(2);
        reply();
        limit.deaf = false;

        pass(Lease.NANOS + 1);
        moves.check();

        assertThat(limit.capacity).isEqualTo(4);
    }

    @Test
    void whatSomebodyElseHasSetIsToldThoughItsTimeWasOverBeforeHeadroomSaidSo() throws Exception {
        Fake limit = new Fake("limit");
        order(limit, 8, Lease.NANOS);
        reply();
        limit.capacity = 20;
        pass(Lease.NANOS);
        lease.hear();
        pass(1);
        moves.check();
        assertThat(reply()).startsWith("0: -3 ").contains("its time is over");

        moves.putBack(2);

        assertThat(reply()).contains("somebody else has set limit to [20] meanwhile, and it stays so");
    }

    @Test
    void aLimitThatCannotBePutBackForWantOfMemoryIsTriedAgainWhenHeadroomHasLeft() throws Exception {
        Fake limit = new Fake("limit");
        move(limit, 8);
        limit.starved = 2;

        moves.leave(() -> {});

        assertThat(limit.capacity).isEqualTo(4);
    }

    private final class Fake implements Movable {

        private final String name;
        private final CountDownLatch began = new CountDownLatch(1);

        /** Its put-back has begun, and is over. */
        private final CountDownLatch leaving = new CountDownLatch(1);

        private final CountDownLatch back = new CountDownLatch(1);

        /** What it is a part of. */
        private Object object = this;

        /** Whose setting it has. */
        private Fake shares = this;

        private volatile boolean there = true;

        private volatile int capacity = FOUR;

        /** In as many it is granted. */
        private volatile int permits = 1;

        /** A second setting, which moves with it; 0 where there is none. */
        private volatile int maximum;

        private volatile String harm = "";

        /** How often that was asked. */
        private final AtomicInteger harms = new AtomicInteger();

        /** Beyond what is set. */
        private volatile int grown;

        private volatile boolean hangs;
        private volatile boolean fails;
        private volatile boolean deaf;
        private volatile int starved;
        private volatile @Nullable Error error;

        Fake(String name) {
            this.name = name;
        }

        @Override
        public Object object() {
            return object;
        }

        @Override
        public String harm() {
            harms.incrementAndGet();
            return harm;
        }

        @Override
        public int capacity() {
            return shares.capacity + grown;
        }

        @Override
        public void move(int from, int to) throws ReflectiveOperationException, InterruptedException {
            began.countDown();
            if (hangs) {
                hang.await();
            }
            capacity = -permits * Math.floorDiv(-to, permits);
            maximum = maximum == 0 ? 0 : to;
            calls.add(name + " " + capacity);
            Error thrown = error;
            if (thrown != null) {
                throw thrown;
            }
            if (fails) {
                throw new InvocationTargetException(new IllegalStateException("half way"));
            }
        }

        @Override
        public List<Number> settings() {
            return maximum == 0 ? List.of(shares.capacity) : List.of(capacity, maximum);
        }

        @Override
        public void set(List<Number> settings) throws InterruptedException {
            leaving.countDown();
            if (hangs) {
                hang.await();
            }
            if (starved-- > 0) {
                throw new OutOfMemoryError("Java heap space");
            }
            capacity = deaf ? capacity : settings.get(0).intValue();
            maximum = maximum == 0 ? 0 : settings.get(1).intValue();
            calls.add(name + " " + settings);
            back.countDown();
        }

        @Override
        public Object setting() {
            return shares;
        }

        @Override
        public boolean isThere() {
            return there;
        }

        @Override
        public boolean movable() {
            return true;
        }

        @Override
        public boolean comesBack() {
            return true;
        }

        @Override
        public String how() {
            return name;
        }
    }
}
