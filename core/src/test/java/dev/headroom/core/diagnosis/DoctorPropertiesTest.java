package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

class DoctorPropertiesTest {

    /** A pool behind Tomcat under an open load, in overload or not; {@code pace} makes everything so much slower. */
    private record Service(int workers, int visits, double hold, double pressure) {

        static Service any(Cases any) {
            double pressure = any.whole(0, 1) == 0 ? any.between(0.1, 0.8) : any.between(1.3, 4);
            return new Service(any.whole(2, 40), any.whole(1, 4), any.between(0.2, 0.5), pressure);
        }

        double ceiling(double pace) {
            return Ceiling.of(workers, visits, hold * pace);
        }

        Load.Open load(double pace) {
            return Counts.open(ceiling(pace) * pressure, 60 * pace);
        }

        Seen seen(double pace) {
            double rate = Math.min(1, pressure) * ceiling(pace);
            double busy = Math.min(1, pressure) * workers;
            boolean over = pressure > 1;
            double window = 60 * pace;
            double inFlight = rate * hold * pace + Math.max(0, pressure - 1) * ceiling(pace) * window / 2;
            double waiters = over ? Math.min(200, inFlight) : busy / visits;
            return Seen.during(window)
                    .pool(tomcat(200)
                            .active(waiters)
                            .queue(Math.max(0, inFlight - 200), 0)
                            .saturated(inFlight > 200 ? 1 : 0)
                            .completed(rate * window)
                            .waitsForPool("inner", waiters))
                    .pool(pool("inner", StationKind.EXECUTOR, workers)
                            .active(busy)
                            .queue(over ? Math.max(0, waiters * visits - busy) : 0, 0)
                            .saturated(over ? 1 : 0)
                            .completed(rate * visits * window)
                            .byClock(hold * pace)
                            .waitsForDownstream(busy));
        }

        Diagnosis diagnosed(double pace, Observation observation) {
            Load.Open load = load(pace);
            return Measured.run(load, Counts.of(load, ceiling(pace), hold * pace), observation)
                    .alone(hold * pace)
                    .diagnosis();
        }
    }

    @Test
    void slowingTheClockOfAllLeavesTheBindingLimitAsItIs() {
        Cases.forAll(any -> {
            Service service = Service.any(any);
            double pace = any.between(1, 10);
            Diagnosis once = service.diagnosed(1, service.seen(1).observation());
            Diagnosis slower = service.diagnosed(pace, service.seen(pace).observation());
            assertThat(slower.verdict()).isEqualTo(once.verdict());
            assertThat(slower.bindingLimit()).isEqualTo(once.bindingLimit());
            assertThat(once.verdict() == Verdict.LIMIT).isEqualTo(service.pressure > 1);
        });
    }

    @Test
    void anIdlePoolNeverChangesWhatBinds() {
        Cases.forAll(any -> {
            Service service = Service.any(any);
            Diagnosis without = service.diagnosed(1, service.seen(1).observation());
            Diagnosis with = service.diagnosed(
                    1,
                    service.seen(1)
                            .pool(pool("idle", StationKind.EXECUTOR, any.whole(1, 100)))
                            .observation());
            assertThat(with).isEqualTo(without);
        });
    }

    @Test
    void theCeilingTimesVisitsTimesHoldingTimeIsTheNumberOfWorkers() {
        Cases.forAll(any -> {
            Service service = Service.any(any);
            Diagnosis diagnosis = service.diagnosed(1, service.seen(1).observation());
            diagnosis.ceiling().ifPresent(ceiling -> {
                double visits = diagnosis.visits().orElseThrow().value();
                double time = diagnosis.holdingTime().orElseThrow().value();
                assertThat(ceiling.value() * visits * time).isCloseTo(service.workers, withinPercentage(1e-6));
                assertThat(diagnosis.ratio().orElseThrow())
                        .isCloseTo(diagnosis.throughput().value() / ceiling.value(), within(1e-9));
            });
        });
    }

    @Test
    void theRemedyCarriesTheOfferedRate() {
        Cases.forAll(any -> {
            Service service = Service.any(any);
            Diagnosis diagnosis = service.diagnosed(1, service.seen(1).observation());
            diagnosis
                    .remedy()
                    .ifPresent(remedy -> assertThat(Ceiling.of(
                                    remedy.value().orElseThrow(),
                                    diagnosis.visits().orElseThrow().value(),
                                    diagnosis.holdingTime().orElseThrow().value()))
                            .isGreaterThanOrEqualTo(service.load(1).rate().perSecond() * 0.999));
        });
    }
}
