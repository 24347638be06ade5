import io.netty.channel.*;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How late an event loop runs tasks that are evenly spaced in time, by native epoll and by NIO. */
public class Timers {

    static final int SECONDS = 4;

    public static void main(String[] arguments) throws Exception {
        for (String transport : new String[] {"epoll", "nio"}) {
            var handlers = transport.equals("epoll") ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
            var group = new MultiThreadIoEventLoopGroup(1, handlers);
            for (int rate : new int[] {20, 1000, 5000}) {
                measure(transport, group.next(), rate);
            }
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    static void measure(String transport, EventLoop loop, int rate) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        long id = loop.submit(() -> Thread.currentThread().threadId()).get();
        long before = threads.getThreadCpuTime(id);
        var ticks = new Ticks(loop, rate);
        loop.execute(ticks);
        ticks.done.await();
        System.out.printf("| %s | %d | %.0f | %d | %d | %.2f |%n", transport, rate, ticks.late.getMean(),
                ticks.late.getValueAtPercentile(50), ticks.late.getValueAtPercentile(99),
                (threads.getThreadCpuTime(id) - before) / 1e9);
    }

    static class Ticks implements Runnable {
        final EventLoop loop;
        final int rate;
        final long start = System.nanoTime() + 5_000_000;
        final Histogram late = new Histogram(3_600_000_000L, 3);
        final CountDownLatch done = new CountDownLatch(1);
        long next;

        Ticks(EventLoop loop, int rate) {
            this.loop = loop;
            this.rate = rate;
        }

        long due() {
            return start + (long) (next * 1e9 / rate);
        }

        @Override
        public void run() {
            for (long now; next < (long) rate * SECONDS && due() <= (now = System.nanoTime()); next++) {
                late.recordValue((now - due()) / 1000);
            }
            if (next < (long) rate * SECONDS) {
                loop.schedule(this, Math.max(0, due() - System.nanoTime()), TimeUnit.NANOSECONDS);
            } else {
                done.countDown();
            }
        }
    }
}
