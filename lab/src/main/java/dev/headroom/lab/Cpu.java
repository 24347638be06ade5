package dev.headroom.lab;

import dev.headroom.core.model.Times;
import dev.headroom.lab.service.LiveService;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Processor seconds of each service and of Headroom itself (generator and probe), since the process began. */
record Cpu(Map<String, Double> seconds) {

    /** The system counts in hundredths of a second; more digits would be made up. */
    private static final double MILLIS = 1e3;

    static final String HEADROOM = "headroom";

    static Cpu now(List<? extends LiveService> services) {
        Map<String, Double> seconds = new HashMap<>();
        services.forEach(service -> service.cpu().ifPresent(cpu -> seconds.put(service.name(), Times.seconds(cpu))));
        ProcessHandle.current().info().totalCpuDuration().ifPresent(cpu -> seconds.put(HEADROOM, Times.seconds(cpu)));
        return new Cpu(seconds);
    }

    /** What was used since {@code earlier}, of the processes that are in both. */
    Map<String, Double> since(Cpu earlier) {
        Map<String, Double> used = new HashMap<>();
        seconds.forEach((name, now) -> {
            Double before = earlier.seconds.get(name);
            if (before != null) {
                used.put(name, Math.round((now - before) * MILLIS) / MILLIS);
            }
        });
        return used;
    }
}
