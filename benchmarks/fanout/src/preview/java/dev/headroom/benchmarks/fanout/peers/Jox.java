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
    public int four() throws Exception {
        return Scopes.supervised(scope -> {
            var a = scope.fork(work::answer);
            var b = scope.fork(work::answer);
            var c = scope.fork(work::answer);
            var d = scope.fork(work::answer);
            return a.join() + b.join() + c.join() + d.join();
        });
    }

}
