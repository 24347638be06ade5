package dev.headroom.benchmarks.fanout.peers;

import com.softwaremill.jox.structured.Scopes;
import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.ArrayList;
import java.util.List;
import com.softwaremill.jox.structured.Fork;

/** Jox: a supervised scope. Its timeout would be one more scope with two more forks, and is left out. */
public final class Jox implements Composer {
    private final Work work;

    public Jox(Work work) {
        this.work = work;
    }

    @Override
    public int two() throws Exception {
        return Scopes.supervised(scope -> {
            var a = scope.fork(work::answer);
            var b = scope.fork(work::answer);
            return a.join() + b.join();
        });
    }

    @Override
    public int four() throws Exception {
        return Scopes.supervised(scope -> {
            var a = scope.fork(work::answer);
            var b = scope.fork(work::answer);
            var c = scope.fork(work::answer);
            var d = scope.fork(work::answer);
            return a.join() + b.join() + c.join() + d.join();
        });
    }

    @Override
    public int eight() throws Exception {
        return Scopes.supervised(scope -> {
            List<Fork<Integer>> all = new ArrayList<>(8);
            for (int i = 0; i < 8; i++) {
                all.add(scope.fork(work::answer));
            }
            int sum = 0;
            for (Fork<Integer> one : all) {
                sum += one.join();
            }
            return sum;
        });
    }
}
