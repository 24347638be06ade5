package dev.headroom.trials;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorsKt;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Executors that frameworks bring. */
final class Scheduling {

    private static final int WORKERS = 6;

    private Scheduling() {}

    private static Work on(Executor executor, Settings settings) {
        Hold hold = new Hold(settings);
        return () -> {
            FutureTask<String> task = new FutureTask<>(hold);
            executor.execute(task);
            task.get();
        };
    }

    /** It grows to {@code --maximum} (default 200) once its queue (of {@code --queue} tasks, by default without an end) is full. */
    static Work spring(Settings settings) {
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("orders-");
        executor.setCorePoolSize(settings.limit(settings.number("core", WORKERS)));
        executor.setMaxPoolSize(settings.limit(settings.number("maximum", 200)));
        executor.setQueueCapacity(settings.number("queue", Integer.MAX_VALUE));
        executor.initialize();
        return on(executor, settings);
    }

    /** The one thread that {@code @Scheduled} has. */
    static Work springScheduler(Settings settings) {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setPoolSize(settings.limit(1));
        scheduler.initialize();
        return on(scheduler, settings);
    }

    /** A thread for each task, and at most so many at once: its callers wait. */
    static Work springThrottled(Settings settings) {
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("orders-");
        executor.setConcurrencyLimit(settings.limit(WORKERS));
        return on(executor, settings);
    }

    static Work boundedElastic(Settings settings) {
        return reactor(Schedulers.newBoundedElastic(settings.limit(WORKERS), 100_000, "orders"), settings);
    }

    static Work parallel(Settings settings) {
        return reactor(Schedulers.newParallel("orders", settings.limit(WORKERS)), settings);
    }

    private static Work reactor(Scheduler scheduler, Settings settings) {
        Hold hold = new Hold(settings);
        return () -> Mono.fromCallable(hold).subscribeOn(scheduler).toFuture().get();
    }

    /** Kotlin's threads for what blocks. */
    static Work kotlin(Settings settings) {
        System.setProperty("kotlinx.coroutines.io.parallelism", String.valueOf(settings.limit(WORKERS)));
        return on(ExecutorsKt.asExecutor(Dispatchers.getIO()), settings);
    }

    /** A gRPC service in the same process whose calls run on a pool. */
    static Work grpc(Settings settings) throws IOException {
        return grpc(Executors.newFixedThreadPool(settings.limit(WORKERS)), Integer.MAX_VALUE, settings);
    }

    /** A gRPC service that allows so many calls on a connection: the others wait in the client, silently. */
    static Work grpcStreams(Settings settings) throws IOException {
        return grpc(Executors.newCachedThreadPool(), settings.limit(WORKERS), settings);
    }

    private static Work grpc(Executor executor, int streams, Settings settings) throws IOException {
        Hold hold = new Hold(settings);
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("orders/get")
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .executor(executor)
                .maxConcurrentCallsPerConnection(streams)
                .addService(ServerServiceDefinition.builder("orders")
                        .addMethod(method, ServerCalls.asyncUnaryCall((request, response) -> {
                            hold.serveQuietly();
                            response.onNext(request);
                            response.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                .usePlaintext()
                .build();
        return () -> ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, new byte[] {1});
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
