package dev.headroom.trials;

/** Trials whose limit is behind the server: what each does for a request. */
final class Trials {

    private Trials() {}

    static Work work(Settings settings) throws Exception {
        switch (settings.trial()) {
            case "healthy":
            case "slow-server":
                return new Hold(settings);
            case "semaphore":
            case "semaphore-virtual":
            case "semaphore-log-normal":
            case "semaphore-bimodal":
            case "semaphore-open":
                return Gates.semaphore(settings);
            case "two-kinds":
                return Kinds.gate(settings);
            case "two-kinds-one-pool":
                return Kinds.onePool(settings);
            case "two-kinds-one-line":
                return Kinds.oneLine(settings);
            case "rare-kind":
                return Kinds.rare(settings);
            case "bulkhead":
                return Gates.bulkhead(settings);
            case "rate-limiter":
                return Gates.rateLimiter(settings);
            case "guava-rate-limiter":
                return Gates.guavaRateLimiter(settings);
            case "concurrency-limit":
                return Gates.concurrencyLimit(settings);
            case "own-gate":
                return Gates.ownGate(settings);
            case "own-aqs-gate":
                return Gates.ownAqsGate(settings);
            case "own-object-pool":
                return Gates.ownObjectPool(settings);
            case "monitor":
            case "pinned":
                return Locks.monitor(settings);
            case "reentrant-lock":
                return Locks.reentrant(settings);
            case "read-write-lock":
                return Locks.readWrite(settings);
            case "stamped-lock":
                return Locks.stamped(settings);
            case "map-bin":
                return Locks.mapBin(settings);
            case "class-initialiser":
                return Locks.classInitialiser(settings);
            case "deadlock":
                return Locks.deadlock(settings);
            case "lock-under-connection":
                return Locks.underConnection(settings);
            case "executor":
            case "executor-virtual":
                return Executing.pool(settings);
            case "pool-behind-pool":
                return Executing.behindPool(settings);
            case "scheduled-executor":
                return Executing.scheduled(settings);
            case "common-pool":
                return Executing.commonPool(settings);
            case "fork-join-pool":
                return Executing.forkJoin(settings);
            case "parallel-stream":
                return Executing.parallelStream(settings);
            case "queue-consumers":
                return Executing.queueConsumers(settings);
            case "starvation":
                return Executing.starvation(settings);
            case "abandoned-work":
                return Executing.abandoned(settings);
            case "hikari":
                return Pools.hikari(settings, 10);
            case "two-pools":
                return Pools.two(settings);
            case "hikari-leak":
                return Pools.leak(settings);
            case "postgres":
                return Pools.postgres(settings);
            case "dbcp2":
                return Pools.dbcp(settings);
            case "tomcat-jdbc":
                return Pools.tomcatJdbc(settings);
            case "object-pool":
                return Pools.objects(settings);
            case "object-pool-leak":
                return Pools.objectLeak(settings);
            case "http-client-5":
                return Clients.apache5(settings);
            case "http-client-4":
                return Clients.apache4(settings);
            case "okhttp":
                return Clients.okHttp(settings);
            case "reactor-netty-client":
                return Clients.reactorNetty(settings);
            case "jetty-client":
                return Clients.jetty(settings);
            case "jdk-client":
            case "downstream":
            case "downstream-threads":
                return Clients.jdk(settings);
            case "handshakes":
                return Tls.client(settings);
            case "logging":
                return Logging.synchronous(settings);
            case "async-logging":
                return Logging.asynchronous(settings);
            case "cpu":
                return Ground.cpu(settings);
            case "gc":
                return Ground.gc(settings);
            case "fsync":
                return Ground.fsync(settings);
            case "all-fail":
                return Ground.failing(settings);
            default:
                throw new IllegalArgumentException("no trial `" + settings.trial() + "`");
        }
    }
}
