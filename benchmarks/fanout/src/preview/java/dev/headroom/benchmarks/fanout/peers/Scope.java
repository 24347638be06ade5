package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Subtask;

/** The JDK's structured concurrency, as JEP 505 has it: the first failure cancels the rest. */
public class Scope implements Composer {
    private final Work work;

    public Scope(Work work) {
        this.work = work;
    }

    StructuredTaskScope<Integer, Void> open() {
        return StructuredTaskScope.open();
    }

    @Override
    public int two() throws Exception {
        try (var scope = open()) {
            var a = scope.fork(work::answer);
            var b = scope.fork(work::answer);
            scope.join();
            return a.get() + b.get();
        }
    }

    @Override
    public int four() throws Exception {
        try (var scope = open()) {
            var a = scope.fork(work::answer);
            var b = scope.fork(work::answer);
            var c = scope.fork(work::answer);
            var d = scope.fork(work::answer);
            scope.join();
            return a.get() + b.get() + c.get() + d.get();
        }
    }

    @Override
    public int eight() throws Exception {
        try (var scope = open()) {
            List<Subtask<Integer>> all = new ArrayList<>(8);
            for (int i = 0; i < 8; i++) {
                all.add(scope.fork(work::answer));
            }
            scope.join();
            int sum = 0;
            for (Subtask<Integer> one : all) {
                sum += one.get();
            }
            return sum;
        }
    }
}
