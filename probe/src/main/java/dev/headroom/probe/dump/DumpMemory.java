package dev.headroom.probe.dump;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.process.MemoryLeft;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether the service has the memory that its thread dump takes: the JVM holds the whole text before it gives the first of it away. */
interface DumpMemory {

    /** Of a dump whose size is not known yet, for each thread: a frame has some 80 bytes, and few threads have 50. */
    long BYTES_OF_A_THREAD = 4 << 10;

    /** The one that the command returns, the one that is sent, and what its characters are put together in. */
    long COPIES_IN_HEAP = 3;

    /** Of what is free (1 over): the rest is the service's. */
    long PART_OF_HEAP = 10;

    /**
     * @param last bytes of the last dump; 0 where there was none
     * @return why none may be taken now; empty where one may
     */
    Optional<String> lack(long last) throws IOException;

    /** By the attach socket the text is in native memory, which the kernel bounds; empty where it does not tell. */
    static Optional<String> ofProcess(LinuxProcess process, long last) {
        return outside(MemoryLeft.of(process.pid()), last > 0 ? last : BYTES_OF_A_THREAD * process.countThreads());
    }

    /** Room for as much again is left. */
    static Optional<String> outside(OptionalLong left, long bytes) {
        return left.isEmpty() || left.getAsLong() >= 2 * bytes
                ? Optional.empty()
                : Optional.of(
                        "the service's container or machine has %d MB of memory left, and a thread dump may take %d MB"
                                .formatted(left.getAsLong() >> 20, mb(bytes)));
    }

    /**
     * Over JMX the text is an object of the service's heap, and its copies are until they are collected.
     *
     * @param free bytes of the heap that are not in use, garbage being in use
     */
    static Optional<String> inHeap(long free, int threads, long last) {
        long bytes = last > 0 ? COPIES_IN_HEAP * last : BYTES_OF_A_THREAD * threads;
        return bytes <= free / PART_OF_HEAP
                ? Optional.empty()
                : Optional.of(
                        "%d MB of the service's heap are free, and a thread dump over JMX may take %d MB of it, more than a tenth"
                                .formatted(free >> 20, mb(bytes)));
    }

    private static long mb(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }
}
