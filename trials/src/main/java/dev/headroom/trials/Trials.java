package dev.headroom.trials;

/** Trials whose limit is behind the server: what each does for a request. */
final class Trials {

    private Trials() {}

    static Work work(Settings settings) throws Exception {
        return switch (settings.trial()) {
            case "healthy", "slow-server" -> new Hold(settings);
            case "semaphore", "semaphore-virtual", "semaphore-log-normal", "semaphore-bimodal", "semaphore-open" ->
                Gates.semaphore(settings);
            case "two-kinds" -> Kinds.gate(settings);
            case "two-kinds-one-pool" -> Kinds.onePool(settings);
            case "two-kinds-one-line" -> Kinds.oneLine(settings);
            case "rare-kind" -> Kinds.rare(settings);
            case "rarer-kind" -> Kinds.rarer(settings);
            case "bulkhead" -> Gates.bulkhead(settings);
            case "bulkhead-rejects" -> Gates.bulkheadThatRejects(settings);
            case "rate-limiter" -> Gates.rateLimiter(settings);
            case "guava-rate-limiter" -> Gates.guavaRateLimiter(settings);
            case "concurrency-limit" -> Gates.concurrencyLimit(settings);
            case "own-gate" -> Gates.ownGate(settings);
            case "own-aqs-gate" -> Gates.ownAqsGate(settings);
            case "own-object-pool" -> Gates.ownObjectPool(settings);
            case "monitor", "pinned" -> Locks.monitor(settings);
            case "key-locks" -> Locks.keys(settings);
            case "reentrant-lock" -> Locks.reentrant(settings);
            case "read-write-lock" -> Locks.readWrite(settings);
            case "stamped-lock" -> Locks.stamped(settings);
            case "map-bin" -> Locks.mapBin(settings);
            case "class-initialiser" -> Locks.classInitialiser(settings);
            case "deadlock" -> Locks.deadlock(settings);
            case "lock-under-connection" -> Locks.underConnection(settings);
            case "executor", "executor-virtual" -> Executing.pool(settings);
            case "pool-behind-pool" -> Executing.behindPool(settings);
            case "virtual-workers" -> Executing.virtualWorkers(settings);
            case "scheduled-executor" -> Executing.scheduled(settings);
            case "common-pool" -> Executing.commonPool(settings);
            case "fork-join-pool" -> Executing.forkJoin(settings);
            case "parallel-stream" -> Executing.parallelStream(settings);
            case "queue-consumers" -> Executing.queueConsumers(settings);
            case "starvation" -> Executing.starvation(settings);
            case "abandoned-work" -> Executing.abandoned(settings);
            case "hikari" -> Pools.hikari(settings, 10);
            case "two-pools" -> Pools.two(settings);
            case "hikari-leak" -> Pools.leak(settings);
            case "postgres" -> Pools.postgres(settings);
            case "cache-warms" -> Pools.warming(settings);
            case "permits-and-objects" -> Pools.permitsAndObjects(settings);
            case "three-downstreams" -> Clients.three(settings);
            case "log-beside" -> Logging.beside(settings);
            case "dbcp2" -> Pools.dbcp(settings);
            case "tomcat-jdbc" -> Pools.tomcatJdbc(settings);
            case "object-pool" -> Pools.objects(settings);
            case "object-pool-leak" -> Pools.objectLeak(settings);
            case "http-client-5" -> Clients.apache5(settings);
            case "http-client-total" -> Clients.apache5Total(settings);
            case "http-client-4" -> Clients.apache4(settings);
            case "okhttp" -> Clients.okHttp(settings);
            case "reactor-netty-client" -> Clients.reactorNetty(settings);
            case "jetty-client" -> Clients.jetty(settings);
            case "jdk-client", "downstream", "downstream-threads" -> Clients.jdk(settings);
            case "handshakes" -> Tls.client(settings);
            case "logging" -> Logging.synchronous(settings);
            case "async-logging" -> Logging.asynchronous(settings);
            case "cpu" -> HostResources.cpu(settings);
            case "gc", "zgc" -> HostResources.gc(settings);
            case "fsync" -> HostResources.fsync(settings);
            case "all-fail" -> HostResources.failing(settings);
            case "keyed-object-pool" -> Pools.keyed(settings);
            case "row-lock" -> Pools.rowLock(settings);
            case "agroal" -> DataSources.agroal(settings);
            case "c3p0" -> DataSources.c3p0(settings);
            case "ucp" -> DataSources.ucp(settings);
            case "seda" -> Routes.seda(settings);
            case "druid" -> DataSources.druid(settings);
            case "dbcp-1" -> DataSources.dbcp1(settings);
            case "r2dbc" -> AsyncPools.r2dbc(settings);
            case "lettuce" -> AsyncPools.lettuce(settings);
            case "spring-executor", "spring-executor-bounded" -> Scheduling.spring(settings);
            case "spring-scheduled" -> Scheduling.springScheduler(settings);
            case "spring-throttled" -> Scheduling.springThrottled(settings);
            case "bounded-elastic" -> Scheduling.boundedElastic(settings);
            case "reactor-parallel" -> Scheduling.parallel(settings);
            case "kotlin-io" -> Scheduling.kotlin(settings);
            case "grpc" -> Scheduling.grpc(settings);
            case "grpc-streams" -> Scheduling.grpcStreams(settings);
            case "kafka-listener" -> Listeners.kafka(settings);
            case "polling-gate" -> OwnGates.polling(settings);
            case "failsafe-bulkhead" -> OwnGates.failsafe(settings);
            case "bucket4j" -> OwnGates.bucket(settings);
            case "rendezvous" -> OwnGates.rendezvous(settings);
            case "batches" -> OwnGates.batches(settings);
            case "synchronized-map" -> Keys.synchronizedMap(settings);
            case "caffeine" -> Keys.caffeine(settings);
            case "striped" -> Keys.striped(settings);
            case "descriptors" -> Kernel.descriptors(settings);
            case "throttled" -> Kernel.throttled(settings);
            case "names" -> Kernel.names(settings);
            default -> throw new IllegalArgumentException("no trial `" + settings.trial() + "`");
        };
    }
}
