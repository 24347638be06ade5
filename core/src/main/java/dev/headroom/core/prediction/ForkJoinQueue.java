package dev.headroom.core.prediction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from outside in a {@code ForkJoinPool}: several queues, each first come first served, and no order between them.
 * A calling thread always puts its tasks into the same queue, by a hash of its own; hashes of successive threads are
 * multiples of the golden ratio, so callers spread evenly over the queues. A worker stays with a queue for as
 * long as it is the only one to take from it, and looks for another, beginning anywhere, when a second worker takes from
 * it too, or it is empty.
 *
 * <p>So in overload with more queues than workers some queues have no worker for as long as the others do not run dry:
 * the tasks of a few callers starve until the load is over. The mean stays what it would be in one queue, the 95th
 * percentile falls a little, and the slowest one or two in a hundred take about twice as long as they would in one
 * queue. Where a worker begins to look is chance, here from a fixed seed; other seeds move the percentiles by 1 %.
 *
 * <p>Held against the common pool of JDK 25 (7 workers, 200 callers, two tasks of 0.33 s each for 1,200 requests at 20/s):
 * mean 27.5 s there and 27.0 s here, p50 26.4 and 25.7, p95 51.0 and 49.6, p99 106 and 102, maximum 108 and 110 s.
 *
 * <p>Tasks that a task leaves to the pool go to its worker's own queue: last in, first out for the worker, and for others
 * to take, oldest first, as from any other queue.
 *
 * <p>Source: {@code java.util.concurrent.ForkJoinPool} of JDK 25, {@code runWorker}, {@code submissionQueue} and {@code
 * helpComplete}.
 */
final class ForkJoinQueue implements Queue {

    private static final long SEED = 20_260_101;
    private static final int NONE = -1;

    private static final Object NOBODY = new Object();

    /** @param owner what the task is a part of */
    private record Task(Object owner, IntConsumer work) {}

    private record Worker(int number, int queue, long taken, boolean stays) {}

    private final Clock clock;

    /** Those for tasks from outside have the even numbers, the workers' own the odd ones. */
    private final List<Deque<Task>> queues = new ArrayList<>();

    private final long[] taken;
    private final Map<Integer, Integer> queueOfCaller = new HashMap<>();
    private final Worker[] workers;
    private final Deque<Integer> idle = new ArrayDeque<>();
    private final Random random = new Random(SEED);

    ForkJoinQueue(Clock clock, int parallelism) {
        this.clock = clock;
        int slots = 2 * submissionQueues(parallelism);
        this.taken = new long[slots];
        for (int i = 0; i < slots; i++) {
            queues.add(new ArrayDeque<>());
        }
        this.workers = new Worker[parallelism];
        for (int i = 0; i < parallelism; i++) {
            workers[i] = new Worker(i, NONE, 0, false);
            idle.add(i);
        }
    }

    int parallelism() {
        return workers.length;
    }

    /** Half of the slots that the pool is made with: the other half is for the workers' own tasks. */
    static int submissionQueues(int parallelism) {
        return Math.max(16, 1 << (33 - Integer.numberOfLeadingZeros(parallelism - 1))) / 2;
    }

    @Override
    public void acquire(int caller, IntConsumer granted) {
        add(submissionQueue(caller), NOBODY, granted);
    }

    /** A task for whoever comes to it first, which {@code owner} may take back to {@link #help}. */
    void add(int queue, Object owner, IntConsumer work) {
        queues.get(queue).add(new Task(owner, work));
        signal();
    }

    /** Whoever waits for the owner's tasks does one of them itself, if it can reach one: the last of its own queue, and the first of any. */
    void help(int mine, int by, Object owner) {
        if (isOf(owner, queues.get(mine).peekLast())) {
            begin(queues.get(mine).removeLast(), by);
            return;
        }
        for (int i = 0; i < queues.size(); i++) {
            if (isOf(owner, queues.get(i).peekFirst())) {
                taken[i]++;
                begin(queues.get(i).removeFirst(), by);
                return;
            }
        }
    }

    @Override
    public void release(int number) {
        Worker worker = workers[number];
        Deque<Task> own = queues.get(ownQueue(number));
        if (!own.isEmpty()) {
            begin(own.removeLast(), number);
        } else if (worker.queue != NONE
                && (worker.stays || taken[worker.queue] == worker.taken)
                && !queues.get(worker.queue).isEmpty()) {
            take(number, worker.queue);
        } else {
            scan(number);
        }
    }

    private void signal() {
        Integer worker = idle.poll();
        if (worker != null) {
            scan(worker);
        }
    }

    private void scan(int number) {
        int size = queues.size();
        int start = random.nextInt(size);
        int step = random.nextInt(size) | 1;
        for (int i = 0; i < size; i++) {
            int queue = (start + i * step) % size;
            if (!queues.get(queue).isEmpty()) {
                take(number, queue);
                return;
            }
        }
        idle.push(number);
    }

    private void take(int number, int queue) {
        Task task = queues.get(queue).removeFirst();
        // on the first task from a queue that holds more it stays for a second, whoever else takes from it
        boolean stays = workers[number].queue != queue && !queues.get(queue).isEmpty();
        workers[number] = new Worker(number, queue, ++taken[queue], stays);
        begin(task, number);
    }

    private void begin(Task task, int by) {
        clock.after(0, () -> task.work.accept(by));
    }

    /** That of a thread from outside. */
    int submissionQueue(int caller) {
        return 2 * queueOfCaller.computeIfAbsent(caller, one -> queueOfCaller.size() % (queues.size() / 2));
    }

    /** That of a worker. */
    static int ownQueue(int worker) {
        return 2 * worker + 1;
    }

    private static boolean isOf(Object owner, @Nullable Task task) {
        return task != null && task.owner == owner;
    }
}
