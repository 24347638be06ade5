package dev.headroom.fanout.spring.grpc;

import dev.headroom.fanout.Deadline;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import java.util.concurrent.TimeUnit;

/**
 * Gives each gRPC call what is left of the thread's {@link Deadline}, which gRPC passes on to the service. A deadline that the
 * call has already and that is earlier stays.
 */
public final class DeadlineClientInterceptor implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        Deadline deadline = Deadline.current();
        if (deadline.isNone()) {
            return next.newCall(method, options);
        }
        io.grpc.Deadline left = io.grpc.Deadline.after(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        io.grpc.Deadline given = options.getDeadline();
        return next.newCall(method, options.withDeadline(given == null ? left : given.minimum(left)));
    }
}
