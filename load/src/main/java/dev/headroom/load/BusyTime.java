package dev.headroom.load;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;

/**
 * Wall time in which an event loop was not waiting for work: handling sockets, or running tasks between two looks at the sockets. Over
 * elapsed time it is the loop's utilisation U; a closed load cannot get past U = 1, however fast the service is.
 */
final class BusyTime {

    private long nanos;
    private long leftSockets;

    long nanos() {
        return nanos;
    }

    IoHandlerFactory measuring(IoHandlerFactory handlers) {
        return executor -> new Measured(handlers.newHandler(executor));
    }

    private final class Measured implements IoHandler {
        private final IoHandler handler;

        Measured(IoHandler handler) {
            this.handler = handler;
        }

        @Override
        public int run(IoHandlerContext context) {
            long now = System.nanoTime();
            if (leftSockets != 0) {
                nanos += now - leftSockets;
            }
            try {
                return handler.run(new Reporting(context));
            } finally {
                leftSockets = System.nanoTime();
            }
        }

        @Override
        public void initialize() {
            handler.initialize();
        }

        @Override
        public void prepareToDestroy() {
            handler.prepareToDestroy();
        }

        @Override
        public void destroy() {
            handler.destroy();
        }

        @Override
        public IoRegistration register(IoHandle handle) throws Exception {
            return handler.register(handle);
        }

        @Override
        public void wakeup() {
            handler.wakeup();
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> type) {
            return handler.isCompatible(type);
        }
    }

    private final class Reporting implements IoHandlerContext {
        private final IoHandlerContext context;

        Reporting(IoHandlerContext context) {
            this.context = context;
        }

        @Override
        public boolean canBlock() {
            return context.canBlock();
        }

        @Override
        public long delayNanos(long now) {
            return context.delayNanos(now);
        }

        @Override
        public long deadlineNanos() {
            return context.deadlineNanos();
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            return true;
        }

        @Override
        public void reportActiveIoTime(long active) {
            nanos += active;
        }
    }
}
