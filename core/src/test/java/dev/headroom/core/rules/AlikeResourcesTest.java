package dev.headroom.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.rules.AlikeResources.Alike;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Locks of one kind, each of which is held all the while and waited for at lines of the application. */
class AlikeResourcesTest {

    private static final String READS = "shop.Stock.there:48";
    private static final String WRITES = "shop.Stock.book:52";

    private static CallSite at(String line, double waiters) {
        return new CallSite(line, Activity.AWAITING_LOCK, waiters);
    }

    private static Stream<Alike> in(List<Station> all) {
        return AlikeResources.in(all, Set.of());
    }

    private static Station lock(String id, CallSite... waiters) {
        return Station.of(id, StationKind.LOCK)
                .type("read-write-lock")
                .maximum(OptionalInt.of(1))
                .active(1)
                .queue(OptionalDouble.of(
                        Arrays.stream(waiters).mapToDouble(CallSite::workers).sum()))
                .saturatedShare(1)
                .waiters(List.of(waiters))
                .build();
    }

    @Test
    void thoseThatAreWaitedForAtTheSameLineAreOne() {
        assertThat(in(List.of(lock("a", at(WRITES, 9)), lock("b", at(WRITES, 7)))))
                .singleElement()
                .satisfies(alike -> {
                    assertThat(alike.together().maximum()).hasValue(2);
                    assertThat(alike.together().name()).isEqualTo(WRITES);
                });
    }

    @Test
    void thoseThatSomeReadAndOthersWriteAreOneWhicheverHasMoreWaiters() {
        List<Alike> found = in(List.of(
                        lock("a", at(WRITES, 12), at(READS, 8)),
                        lock("b", at(READS, 10), at(WRITES, 7)),
                        lock("c", at(WRITES, 9), at(READS, 7))))
                .toList();

        assertThat(found).singleElement().satisfies(alike -> {
            assertThat(alike.each()).hasSize(3);
            assertThat(alike.together().maximum()).hasValue(3);
            assertThat(alike.together().name()).isEqualTo(WRITES);
        });
    }

    @Test
    void thoseWithNoLineInCommonAreNotNorAreThoseWithAStrayWaiter() {
        assertThat(in(List.of(lock("a", at(WRITES, 12)), lock("b", at(READS, 10)))))
                .isEmpty();
        assertThat(in(List.of(lock("a", at(WRITES, 12), at(READS, 0.3)), lock("b", at(READS, 10)))))
                .isEmpty();
    }

    /** As a lock of all that a helper takes at the line at which it takes one for each key. */
    @Test
    void oneForWhichNearlyAllOfThemWaitIsTheLimitByItself() {
        assertThat(in(List.of(lock("all", at(WRITES, 44)), lock("a", at(WRITES, 2)), lock("b", at(WRITES, 1)))))
                .isEmpty();
    }

    /**
     * @param most that waited at a look
     * @param holders who have a permit of it
     */
    private static Station ownAnswer(String id, double most, double holders) {
        return Station.of(id, StationKind.SEMAPHORE)
                .type("semaphore")
                .queue(OptionalDouble.of(1))
                .queueMax(OptionalDouble.of(most))
                .saturatedShare(1)
                .holders(List.of(new CallSite(WRITES, Activity.RUNNING, holders)))
                .waiters(List.of(new CallSite(READS, Activity.AWAITING_LOCK, 1)))
                .build();
    }

    /** As of a client of LDAP, whose caller waits for a permit that comes with his answer. */
    @Test
    void permitsThatNobodyHasAreAnswersForWhichOneWaitsEach() {
        assertThat(in(List.of(ownAnswer("a", 1, 0.01), ownAnswer("b", 1, 0.01), ownAnswer("c", 1, 0))))
                .isEmpty();
        assertThat(in(List.of(ownAnswer("a", 1, 1), ownAnswer("b", 1, 1))))
                .as("one has each")
                .hasSize(1);
    }

    private static Station shard(String id, double waiters, Station.Wait... waits) {
        return Station.of(id, StationKind.CONNECTION_POOL)
                .type("hikari")
                .maximum(OptionalInt.of(4))
                .active(4)
                .queue(OptionalDouble.of(waiters))
                .saturatedShare(1)
                .waiters(List.of(new CallSite(READS, Activity.AWAITING_CONNECTION, waiters)))
                .waits(List.of(waits))
                .build();
    }

    @Test
    void poolsThatAreTakenAtOneLineAreSharesOfOneLimit() {
        assertThat(in(List.of(shard("a", 18), shard("b", 17), shard("c", 9))))
                .singleElement()
                .satisfies(alike -> assertThat(alike.together().maximum()).hasValue(12));
    }

    /** A helper of the application takes a connection of whatever pool it is given. */
    @Test
    void onesOfWhichOneIsTakenWithinTheOtherAreNot() {
        Station.Wait forTheOther = new Station.Wait(Activity.AWAITING_CONNECTION, "b", 4, "at a frame");
        assertThat(in(List.of(shard("a", 18, forTheOther), shard("b", 4), shard("c", 9))))
                .isEmpty();
    }

    @Test
    void aPoolThatHasRoomIsNoneOfThem() {
        Station roomy = Station.of("c", StationKind.CONNECTION_POOL)
                .type("hikari")
                .maximum(OptionalInt.of(40))
                .active(4)
                .queue(OptionalDouble.of(1))
                .waiters(List.of(new CallSite(READS, Activity.AWAITING_CONNECTION, 1)))
                .build();
        assertThat(in(List.of(shard("a", 18), shard("b", 17), roomy)))
                .singleElement()
                .satisfies(alike -> assertThat(alike.together().maximum()).hasValue(8));
    }

    private static Station host(String id, double waiters) {
        return Station.of(id, StationKind.CONNECTION_POOL)
                .type("netty-pool")
                .maximum(OptionalInt.of(4))
                .active(4)
                .queue(OptionalDouble.of(waiters))
                .saturatedShare(1)
                .build();
    }

    /** A client that does not block keeps a pool for each host, and who waits for a connection stands at no line. */
    @Test
    void poolsOfOneClientThatNoThreadWaitsForAreOne() {
        List<Station> hosts = List.of(host("a:443", 18), host("b:443", 17));

        assertThat(AlikeResources.in(hosts, Set.of("a:443", "b:443")))
                .singleElement()
                .satisfies(alike -> {
                    assertThat(alike.together().maximum()).hasValue(8);
                    assertThat(alike.together().name()).isEqualTo("netty-pool");
                });
        assertThat(in(hosts)).as("threads wait at lines that were not seen").isEmpty();
    }
}
