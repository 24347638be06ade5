package dev.headroom.lab.proof;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Somebody else's service, in which nothing is begun that may break it for good, and nothing goes beyond what was asked for. */
public record Guarded(Plant plant, RaiseRisk risk) implements Plant {

    @Override
    public Moving begin(Move move, Duration longest, Duration wait)
            throws ProbeException, ServiceException, InterruptedException {
        Optional<String> why = risk.against(move);
        if (why.isPresent()) {
            throw new ProbeException(why.get());
        }
        return new NoFurther(plant.begin(move, longest, wait));
    }

    @Override
    public double cycle() {
        return plant.cycle();
    }

    @Override
    public void close() {
        plant.close();
    }

    private record NoFurther(Moving moving) implements Moving {

        @Override
        public void turn(Setting to) throws ProbeException, ServiceException, InterruptedException {
            moving.turn(to);
        }

        @Override
        public void pass(double seconds) throws ProbeException, ServiceException, InterruptedException {
            moving.pass(seconds);
        }

        @Override
        public Phase count(Setting at, double seconds) throws ProbeException, ServiceException, InterruptedException {
            return moving.count(at, seconds);
        }

        @Override
        public void putBack() throws ProbeException, InterruptedException {
            moving.putBack();
        }

        @Override
        public List<Point> series() {
            return moving.series();
        }

        @Override
        public void close() {
            moving.close();
        }
    }
}
