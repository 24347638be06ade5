import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/**
 * Dumps virtual threads while these are mounted and unmounted, as {@code jcmd Thread.dump_to_file} does, and says how many dumps the JVM survived. JDK 25
 * does not (JDK-8364343), so Headroom takes no such dump from there on.
 *
 * <pre>java Dumps.java 200 15     # threads, seconds</pre>
 */
public class Dumps {

    public static void main(String[] arguments) throws Exception {
        Semaphore permits = new Semaphore(4);
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            Thread.startVirtualThread(() -> {
                while (true) {
                    try {
                        permits.acquire();
                        Thread.sleep(1);
                        permits.release();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
        }
        HotSpotDiagnosticMXBean dumps = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        Path folder = Files.createTempDirectory("dumps");
        Path file = folder.resolve("threads.json");
        long end = System.nanoTime() + Long.parseLong(arguments[1]) * 1_000_000_000L;
        int survived = 0;
        while (System.nanoTime() < end) {
            dumps.dumpThreads(file.toString(), ThreadDumpFormat.JSON);
            Files.delete(file);
            survived++;
            if (survived % 100 == 0) {
                System.out.println(survived + " dumps so far");
            }
        }
        System.out.println("survived " + survived + " dumps");
        Files.delete(folder);
        System.exit(0);
    }
}
