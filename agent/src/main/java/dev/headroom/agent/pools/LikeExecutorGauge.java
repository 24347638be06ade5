package dev.headroom.agent.pools;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.jvm.Members;
import dev.headroom.agent.jvm.Parent;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A pool class that is not the JDK's but answers the same questions under the same or known names: Tomcat's own
 * {@code ThreadPoolExecutor}, JBoss' {@code EnhancedQueueExecutor}, Jetty's {@code QueuedThreadPool}. {@link Takers}, where it may have some, raise it
 * and are counted with its own workers.
 */
public class LikeExecutorGauge implements Gauge {

    /** More threads than any service has: it has no bound. */
    static final int NEVER_FULL = 1 << 30;

    private static final List<String> SIZE = List.of("getPoolSize", "getThreads");
    private static final List<String> MAXIMUM = List.of("getMaximumPoolSize", "getMaxThreads");
    private static final List<String> ACTIVE = List.of("getActiveCount", "getUtilizedThreads");
    private static final List<String> QUEUE = List.of("getQueue", "getQueueSize");
    /** Jetty's acceptors and selectors take threads of the pool for good: they serve no request. */
    private static final List<String> LEASED = List.of("getLeasedThreads");

    private static final List<String> COMPLETED = List.of("getCompletedTaskCount");

    private static final List<String> CORE = List.of("getCorePoolSize", "getMinThreads");
    private static final List<String> SET_MAXIMUM = List.of("setMaximumPoolSize", "setMaxThreads");
    private static final List<String> SET_CORE = List.of("setCorePoolSize", "setMinThreads");

    private static final List<String> GIVE_BACK = Catalogue.packed().words("gives-back");

    private final Object pool;
    private final Map<List<String>, Optional<Method>> methods = new HashMap<>();
    private final Parents parents;

    public LikeExecutorGauge(Object pool) {
        this.pool = pool;
        parents = new Parents(pool, () -> ownActive() == 0);
    }

    /** Answers the two questions without which a pool is none. */
    public static boolean fits(Object candidate) {
        LikeExecutorGauge gauge = new LikeExecutorGauge(candidate);
        return gauge.method(SIZE).isPresent() && gauge.method(MAXIMUM).isPresent();
    }

    @Override
    public Object pool() {
        return pool;
    }

    @Override
    public int size() {
        return ownSize() + Takers.wanted(pool);
    }

    int ownSize() {
        return (int) (ask(SIZE) - leased());
    }

    @Override
    public int maximum() {
        int own = ownMaximum();
        return own == UNKNOWN ? UNKNOWN : own + Takers.wanted(pool);
    }

    int ownMaximum() {
        long most = ask(MAXIMUM);
        return most >= NEVER_FULL ? UNKNOWN : (int) (most - leased());
    }

    private long leased() {
        return Math.max(0, ask(LEASED));
    }

    @Override
    public int active() {
        return ownActive() + Takers.busy(pool);
    }

    int ownActive() {
        return (int) ask(ACTIVE);
    }

    @Override
    public int queue() {
        return (int) ask(QUEUE);
    }

    @Override
    public long completed() {
        return ownCompleted() + Takers.completed(pool);
    }

    long ownCompleted() {
        return ask(COMPLETED);
    }

    @Override
    public boolean movable() {
        return maximum() > 0 && !sizes().isEmpty();
    }

    /** Most end no worker while there is work. */
    @Override
    public boolean comesBack() {
        return Takers.of(pool).isPresent()
                || GIVE_BACK.stream().anyMatch(pool.getClass().getName()::startsWith);
    }

    @Override
    public String how() {
        return Takers.of(pool).isPresent() ? Takers.HOW : sizes();
    }

    /** Name of the call that sets its own size; empty where it has none. */
    String sizes() {
        return setter(SET_MAXIMUM).map(Method::getName).orElse("");
    }

    @Override
    public void move(int from, int to) throws ReflectiveOperationException, InterruptedException {
        int own = from - Takers.wanted(pool);
        if (to >= own && Takers.of(pool).isPresent()) {
            set(core(), most(), to - own, parents::more);
        } else {
            if (to < own) {
                parents.lowers(Owners.workers(pool));
            }
            size(to, to >= own);
        }
    }

    private void size(int to, boolean up) throws ReflectiveOperationException, InterruptedException {
        List<Integer> size = sized(to, up);
        set(size.get(0), size.get(1), 0, parents::more);
    }

    /**
     * Core size and maximum of a size of its own. Where the core size was the maximum it stays so: some start no thread past it before their queue
     * is full.
     *
     * @param up whether it is to be more
     */
    List<Integer> sized(int to, boolean up) {
        int workers = (int) (to + leased());
        int core = core();
        return List.of(core > workers || core >= most() && core > 0 ? workers : core, workers);
    }

    @Override
    public void rest() {
        Takers.rest(pool);
        parents.forget();
    }

    @Override
    public void keep() throws ReflectiveOperationException, InterruptedException {
        int core = core();
        int most = most();
        try {
            Takers.keep(pool, maximum(), to -> size(to, true));
        } catch (Throwable e) { // no thread is to be had: with a size that it does not reach it may refuse every task
            setBoth(core, most);
            throw e;
        }
    }

    /** Where it has no core size that can be set, that is as it is. The last is how many take from its queue beside its own workers. */
    @Override
    public List<Number> settings() {
        return List.of(core(), most(), Takers.wanted(pool));
    }

    int core() {
        return (int) ask(CORE);
    }

    int most() {
        return (int) ask(MAXIMUM);
    }

    @Override
    public void set(List<Number> settings) throws ReflectiveOperationException, InterruptedException {
        set(
                settings.get(0).intValue(),
                settings.get(1).intValue(),
                settings.get(2).intValue(),
                parents::back);
    }

    private void set(int core, int most, int takers, Function<List<Thread>, Parent> parent)
            throws ReflectiveOperationException, InterruptedException {
        boolean makes = makesThreads(core, most);
        List<Thread> workers = makes || takers > Takers.wanted(pool) ? Owners.workers(pool) : List.of();
        if (makes && !workers.isEmpty()) {
            parent.apply(workers).run(() -> setBoth(core, most));
        } else if (core != core() || most != most()) {
            setBoth(core, most);
        }
        Takers.want(pool, takers, workers, parent);
    }

    /** Whether it may make threads at once when it is set to these. */
    boolean makesThreads(int core, int most) {
        return most > most() || core > core();
    }

    /** Never a core size above the maximum: some refuse that, others move the other one as well. */
    void setBoth(int core, int most) throws ReflectiveOperationException, InterruptedException {
        Method maximum = setter(SET_MAXIMUM).orElseThrow(() -> new NoSuchMethodException("setMaximumPoolSize"));
        boolean up = most >= core();
        if (up) {
            maximum.invoke(pool, most);
        }
        Optional<Method> setCore = setter(SET_CORE);
        if (setCore.isPresent() && core >= 0 && core != core()) {
            setCore.get().invoke(pool, core);
        }
        if (!up) {
            maximum.invoke(pool, most);
        }
    }

    private Optional<Method> setter(List<String> names) {
        return names.stream()
                .flatMap(name -> Members.methods(pool.getClass(), name, 1).stream())
                .filter(method -> method.getParameterTypes()[0] == int.class)
                .findFirst();
    }

    private long ask(List<String> names) {
        Optional<Method> method = method(names);
        if (method.isEmpty()) {
            return UNKNOWN;
        }
        try {
            Object answer = method.get().invoke(pool);
            return answer instanceof Collection<?> tasks
                    ? tasks.size()
                    : answer instanceof Number number ? number.longValue() : UNKNOWN;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    pool.getClass().getName() + "." + method.get().getName() + " failed", e);
        }
    }

    private Optional<Method> method(List<String> names) {
        return methods.computeIfAbsent(names, wanted -> Optional.ofNullable(find(wanted)));
    }

    private @Nullable Method find(List<String> names) {
        for (String name : names) {
            try {
                Method method = pool.getClass().getMethod(name);
                method.setAccessible(true);
                return method;
            } catch (NoSuchMethodException e) {
                continue; // the next name
            } catch (RuntimeException | LinkageError e) {
                return null; // a module that is not open to us, or a class of an optional library
            }
        }
        return null;
    }
}
