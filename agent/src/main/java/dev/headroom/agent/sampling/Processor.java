package dev.headroom.agent.sampling;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time, ns, of this process and of the thread that asks. */
final class Processor {

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    long processNanos() {
        return system.getProcessCpuTime();
    }

    long ownNanos() {
        return Math.max(0, threads.getCurrentThreadCpuTime());
    }
}
