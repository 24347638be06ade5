package dev.headroom.benchmarks.fanout;

import dev.headroom.benchmarks.fanout.peers.FailsafePolicies;
import dev.headroom.benchmarks.fanout.peers.FanOutParts;
import dev.headroom.benchmarks.fanout.peers.MugFanout;
import dev.headroom.benchmarks.fanout.peers.ReactorZip;
import dev.headroom.benchmarks.fanout.peers.Resilience;
import dev.headroom.benchmarks.fanout.peers.Threads;

/** By the names that the results have. */
final class Peers {
    private Peers() {}

    static Composer named(String name, Work work) {
        return switch (name) {
            case "threads" -> new Threads(work);
            case "threads-deadline" -> new Threads.WithDeadline(work);
            case "mug" -> new MugFanout(work);
            case "reactor-virtual" -> new ReactorZip(work);
            case "failsafe" -> new FailsafePolicies(work);
            case "resilience4j" -> new Resilience(work);
            case "fanout" -> new FanOutParts(work);
            case "scope-deadline" -> preview("Scope", work);
            case "jox" -> preview("Jox", work);
            default -> throw new IllegalArgumentException("no peer is named " + name);
        };
    }

    /** By name only: these classes load on JDK 25 with {@code --enable-preview} and nowhere else. */
    private static Composer preview(String type, Work work) {
        try {
            return (Composer) Class.forName("dev.headroom.benchmarks.fanout.peers." + type)
                    .getConstructor(Work.class)
                    .newInstance(work);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException(type + " needs JDK 25 and --enable-preview", e);
        }
    }
}
