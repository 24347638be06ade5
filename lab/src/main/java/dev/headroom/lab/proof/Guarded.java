package dev.headroom.lab.proof;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.Optional;

/** Somebody else's service, in which nothing is begun that may break it for good. */
public record Guarded(Plant plant, RaiseRisk risk) implements Plant {

    @Override
    public Moving begin(Move move, Duration longest, Duration wait)
            throws ProbeException, ServiceException, InterruptedException {
        Optional<String> why = risk.of(move);
        if (why.isPresent()) {
            throw new ProbeException(why.get());
        }
        return plant.begin(move, longest, wait);
    }

    @Override
    public double cycle() {
        return plant.cycle();
    }

    @Override
    public void close() {
        plant.close();
    }
}
