import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import sun.management.ManagementFactoryHelper;

/**
 * Workers that each compute a little and wait, again and again: together about what two cores can do, however many they are. Prints
 * once a second: nanoseconds, tasks done, p99 of how late a task was done in this second (us), milliseconds in safepoints.
 */
public class Busy {
    static final long WAIT_NANOS_FOR_EACH = 50_000;
    static final int BUCKETS_A_DOUBLING = 16;

    static final LongAdder done = new LongAdder();
    static final AtomicIntegerArray late = new AtomicIntegerArray(64 * BUCKETS_A_DOUBLING);
    static volatile double sink;

    public static void main(String[] arguments) throws Exception {
        boolean virtual = arguments[0].equals("virtual");
        int workers = Integer.parseInt(arguments[1]);
        long wait = workers * WAIT_NANOS_FOR_EACH;
        ExecutorService pool = virtual ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(workers);
        for (int i = 0; i < workers; i++) {
            if (virtual) {
                pool.execute(() -> {
                    while (work(wait)) {}
                });
            } else {
                again(pool, wait);
            }
        }
        while (true) {
            Thread.sleep(1_000);
            System.out.println(String.format(Locale.ROOT, "%d %d %.0f %d", System.nanoTime(), done.sum(), p99(),
                    ManagementFactoryHelper.getHotspotRuntimeMBean().getTotalSafepointTime()));
        }
    }

    static void again(ExecutorService pool, long wait) {
        pool.execute(() -> {
            if (work(wait)) {
                again(pool, wait);
            }
        });
    }

    static boolean work(long wait) {
        long due = System.nanoTime() + wait;
        try {
            Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
        } catch (InterruptedException e) {
            return false;
        }
        double sum = 0;
        for (int i = 1; i < 60_000; i++) {
            sum += 1.0 / i;
        }
        sink = sum;
        double micros = Math.max(1, (System.nanoTime() - due) / 1e3);
        late.incrementAndGet((int) (Math.log(micros) / Math.log(2) * BUCKETS_A_DOUBLING));
        done.increment();
        return true;
    }

    /** Of the tasks since it was asked last. */
    static double p99() {
        int[] counts = new int[late.length()];
        long all = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = late.getAndSet(i, 0);
            all += counts[i];
        }
        long above = all / 100;
        int bucket = counts.length - 1;
        for (; bucket > 0 && above >= counts[bucket]; bucket--) {
            above -= counts[bucket];
        }
        return Math.pow(2, (bucket + 0.5) / BUCKETS_A_DOUBLING);
    }
}
