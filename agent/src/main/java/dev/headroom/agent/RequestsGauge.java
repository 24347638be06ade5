package dev.headroom.agent;

import java.util.Optional;

/** A pool whose tasks are requests to Tomcat, where it is one: then requests are what it completes, not executor tasks. */
final class RequestsGauge implements Gauge {

    private final Gauge tasks;
    private Optional<TomcatRequests> requests = Optional.empty();
    private boolean decided;

    RequestsGauge(Gauge tasks) {
        this.tasks = tasks;
    }

    @Override
    public long completed() {
        long done = tasks.completed();
        if (!decided) {
            requests = TomcatRequests.servedBy(pool(), PlatformThreads.all());
            // a connector starts its workers before its poller; once a task is done both are there
            decided = requests.isPresent() || done > 0;
        }
        return requests.map(TomcatRequests::count).orElse(done);
    }

    @Override
    public Object pool() {
        return tasks.pool();
    }

    @Override
    public int size() {
        return tasks.size();
    }

    @Override
    public int maximum() {
        return tasks.maximum();
    }

    @Override
    public int active() {
        return tasks.active();
    }

    @Override
    public int queue() {
        return tasks.queue();
    }

    @Override
    public boolean common() {
        return tasks.common();
    }
}
