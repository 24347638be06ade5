package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.concurrent.Executors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** {@code Mono.zip} of blocking calls, on virtual threads, with one timeout over all. */
public final class ReactorZip implements Composer {
    private final Work work;
    private final Scheduler scheduler = Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor());

    public ReactorZip(Work work) {
        this.work = work;
    }

    @Override
    public int four() {
        return sum(Mono.zip(part(), part(), part(), part()).map(t -> t.getT1() + t.getT2() + t.getT3() + t.getT4()));
    }

    private Mono<Integer> part() {
        return Mono.fromCallable(work::answer).subscribeOn(scheduler);
    }

    private static int sum(Mono<Integer> all) {
        return all.timeout(Work.DEADLINE).blockOptional().orElseThrow();
    }

    @Override
    public void close() {
        scheduler.dispose();
    }
}
