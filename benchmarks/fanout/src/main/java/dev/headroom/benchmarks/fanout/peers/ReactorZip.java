package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.concurrent.Executors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** {@code Mono.zip} of blocking calls, each on a scheduler made for such, with one timeout over all. */
public final class ReactorZip implements Composer {
    private final Work work;
    private final Scheduler scheduler;

    private ReactorZip(Work work, Scheduler scheduler) {
        this.work = work;
        this.scheduler = scheduler;
    }

    public static ReactorZip onElastic(Work work) {
        return new ReactorZip(work, Schedulers.newBoundedElastic(20, 100_000, "elastic", 60, true));
    }

    public static ReactorZip onVirtualThreads(Work work) {
        return new ReactorZip(work, Schedulers.fromExecutorService(Executors.newVirtualThreadPerTaskExecutor()));
    }

    @Override
    public int two() {
        return sum(Mono.zip(part(), part(), Integer::sum));
    }

    @Override
    public int four() {
        return sum(Mono.zip(part(), part(), part(), part()).map(t -> t.getT1() + t.getT2() + t.getT3() + t.getT4()));
    }

    @Override
    public int eight() {
        return sum(Mono.zip(part(), part(), part(), part(), part(), part(), part(), part())
                .map(t ->
                        t.getT1() + t.getT2() + t.getT3() + t.getT4() + t.getT5() + t.getT6() + t.getT7() + t.getT8()));
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
