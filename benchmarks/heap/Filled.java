import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sun.management.ManagementFactoryHelper;

/**
 * A heap of so many MB of what services keep: maps of small objects. Answers each line of its input with the milliseconds for which it has stood still so far, and says "full" once it is.
 */
public class Filled {

    record Customer(long id, String name, List<Double> amounts) {}

    static final Map<Long, Customer> kept = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        long bytes = Long.parseLong(arguments[0]) << 20;
        Runtime runtime = Runtime.getRuntime();
        for (long id = 0; ; id++) {
            kept.put(id, new Customer(id, "customer number " + id, new ArrayList<>(List.of(1.0 * id, 2.0 * id, 3.0 * id))));
            if (id % 100_000 == 0 && runtime.totalMemory() - runtime.freeMemory() > bytes) {
                System.gc();
                if (runtime.totalMemory() - runtime.freeMemory() > bytes) {
                    break;
                }
            }
        }
        System.out.println("full");
        while (System.in.read() >= 0) {
            System.out.println(String.format(
                    Locale.ROOT, "%d", ManagementFactoryHelper.getHotspotRuntimeMBean().getTotalSafepointTime()));
        }
    }
}
