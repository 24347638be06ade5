package dev.headroom.cli.safety;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * The service of the suite: {@value #WORKERS} workers, a semaphore, requests that sleep. It says itself what its state is, one fact a line, since
 * nobody else knows better; that is read by {@link Target}. It knows nothing but the JDK, so that any user can start it from a copied folder.
 */
public final class Service {

    static final int WORKERS = 4;

    /** What ends its answer. */
    static final String END = ".";

    /** Has it fill its heap for some seconds. */
    static final String FILL = "fill";

    private static final long FULL_SECONDS = 6;

    private static final int PERMITS = 100;
    private static final int MILLIS = 50;
    private static final int CHUNK = 4 << 10;

    private static final AtomicInteger HELD = new AtomicInteger();
    private static final Semaphore SEMAPHORE = new Semaphore(PERMITS);
    private static final List<Object> KEPT = new ArrayList<>();

    private Service() {}

    /** @param arguments {@code virtual N}: so many virtual threads are parked; {@code endless answers}: at its attach socket; {@code full N}: the heap is filled up to N KB; {@code named TEXT}: a thread of that name */
    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        ThreadPoolExecutor workers = (ThreadPoolExecutor) Executors.newFixedThreadPool(WORKERS);
        server.setExecutor(workers);
        server.createContext("/", exchange -> {
            answer();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            prepare(arguments[i], arguments[i + 1]);
        }
        System.out.println("port " + server.getAddress().getPort());
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            if (in.nextLine().equals(FILL)) {
                fill();
            }
            facts(workers).forEach((name, value) -> System.out.println(name + "\t" + value));
            System.out.println(END);
        }
        System.exit(0);
    }

    private static void answer() {
        try {
            SEMAPHORE.acquire();
            HELD.incrementAndGet();
            try {
                Thread.sleep(MILLIS);
            } finally {
                HELD.decrementAndGet();
                SEMAPHORE.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void prepare(String what, String value) throws IOException {
        switch (what) {
            case "virtual" -> {
                CountDownLatch never = new CountDownLatch(1);
                for (int i = 0; i < Integer.parseInt(value); i++) {
                    KEPT.add(Thread.ofVirtual().start(() -> await(never)));
                }
            }
            case "full" -> {
                Runtime heap = Runtime.getRuntime();
                while (heap.maxMemory() - heap.totalMemory() + heap.freeMemory() > Integer.parseInt(value) * 1024L) {
                    KEPT.add(new byte[CHUNK]);
                }
            }
            case "endless" -> Endless.listen();
            case "named" -> Thread.ofPlatform().daemon().name(value).start(() -> await(new CountDownLatch(1)));
            default -> throw new IllegalArgumentException(what);
        }
    }

    /** Until nothing is left, though other threads may have some of it in between. */
    private static void fill() {
        while (HELD.get() > 0) {
            LockSupport.parkNanos(CHUNK); // a request that finds no memory may end the server's own thread
        }
        List<byte[]> kept = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(FULL_SECONDS);
        while (System.nanoTime() < end) {
            try {
                kept.add(new byte[CHUNK]);
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(CHUNK);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static TreeMap<String, Object> facts(ThreadPoolExecutor workers) {
        TreeMap<String, Object> facts = new TreeMap<>();
        facts.put("setting pool.core", workers.getCorePoolSize());
        facts.put("setting pool.maximum", workers.getMaximumPoolSize());
        facts.put("setting semaphore", permits());
        facts.put("setting pool.threads", 0);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("ForkJoinPool-")) {
                continue; // carries virtual threads, and ends when it was idle for half a minute
            }
            if (thread.getName().startsWith("pool-1-thread-")) {
                // it is raised by threads that take from its queue, and its sizes stay
                facts.merge("setting pool.threads", 1, (one, other) -> (int) one + (int) other);
                continue;
            }
            facts.merge(
                    "thread " + thread.getName().replaceAll("\\d+", "N"), 1, (one, other) -> (int) one + (int) other);
        }
        System.getProperties()
                .forEach((key, value) ->
                        facts.put("property " + key, String.valueOf(value).replace("\n", "\\n")));
        if (FlightRecorder.isInitialized()) {
            for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
                facts.put(
                        "recording " + recording.getName(),
                        recording.getState() + " " + recording.getSettings().hashCode());
            }
        }
        ManagementFactory.getPlatformMBeanServer()
                .queryNames(null, null)
                .forEach(name -> facts.put("mbean " + name, ""));
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getDiagnosticOptions()
                .forEach(option -> facts.put("flag " + option.getName(), option.getValue()));
        for (URL url : classPath()) {
            String name = url.getPath().replaceAll(".*/headroom-agent[^/]*/", "FOLDER/");
            facts.merge("path " + name, 1, (one, other) -> (int) one + (int) other);
        }
        facts.put("handler uncaught", String.valueOf(Thread.getDefaultUncaughtExceptionHandler()));
        return facts;
    }

    /** Where its own loader looks for classes now: agents are appended. Needs {@code --add-opens java.base/jdk.internal.loader=ALL-UNNAMED}. */
    private static List<URL> classPath() {
        try {
            ClassLoader loader = ClassLoader.getSystemClassLoader();
            Field field = loader.getClass().getSuperclass().getDeclaredField("ucp");
            field.setAccessible(true);
            Object path = field.get(loader);
            Method urls = path.getClass().getMethod("getURLs");
            urls.setAccessible(true);
            return List.of((URL[]) urls.invoke(path));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As many as nobody takes or gives meanwhile. */
    private static int permits() {
        for (int i = 0; i < 1_000; i++) {
            int before = HELD.get();
            int all = Free.of(SEMAPHORE) + before;
            if (all == PERMITS) {
                return all;
            }
            Thread.onSpinWait();
        }
        return Free.of(SEMAPHORE) + HELD.get();
    }
}
