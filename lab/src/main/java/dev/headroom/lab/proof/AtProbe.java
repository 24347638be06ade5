package dev.headroom.lab.proof;

import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;

/** What is moved by the probe inside the service, on its lease. */
abstract class AtProbe implements Knob {

    private final Probe probe;

    AtProbe(Probe probe) {
        this.probe = probe;
    }

    @Override
    public void held() throws ProbeException, InterruptedException {
        probe.held();
    }

    @Override
    public void putBack() throws ProbeException, InterruptedException {
        probe.putBack();
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted(); // first it is put back
        try {
            probe.putBack();
        } catch (ProbeException e) {
            // it was never moved, or its JVM is gone; the probe puts back what is left when it is closed
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
