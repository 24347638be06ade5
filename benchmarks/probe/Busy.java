import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** 400 workers that each compute a little and wait a little, again and again. Prints tasks done, once a second. */
public class Busy {
    static volatile double sink;

    public static void main(String[] arguments) throws Exception {
        int workers = Integer.parseInt(arguments[0]);
        LongAdder done = new LongAdder();
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        for (int i = 0; i < workers; i++) {
            again(pool, done);
        }
        while (true) {
            Thread.sleep(1_000);
            System.out.println(System.nanoTime() + " " + done.sum());
        }
    }

    static void again(ExecutorService pool, LongAdder done) {
        pool.execute(() -> {
            double sum = 0;
            for (int i = 1; i < 60_000; i++) {
                sum += 1.0 / i;
            }
            sink = sum;
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                return;
            }
            done.increment();
            again(pool, done);
        });
    }
}
