package dev.headroom.harness.truth;

import dev.headroom.harness.drawn.DrawnStation;
import dev.headroom.harness.drawn.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Exact throughput of a closed network of stations with exponential times that no request holds while it waits elsewhere, by the convolution of
 * Buzen ("Computational Algorithms for Closed Queueing Networks with Exponential Servers", Communications of the ACM 16, 1973), which gives what
 * mean value analysis gives, for stations of several units too. Thinking and other time that nobody waits for may have any distribution
 * (Baskett, Chandy, Muntz and Palacios, Journal of the ACM 22, 1975).
 */
final class ProductForm {

    private ProductForm() {}

    /** Per second; empty where the numbers leave the range of a double. */
    static OptionalDouble throughput(Network network) {
        int users = network.demand().users();
        List<DrawnStation> queues = network.front().inside();
        double unit = queues.stream()
                .mapToDouble(one -> one.held() / one.capacity())
                .max()
                .orElse(1);
        double delay = network.demand().thinkMillis() + network.front().millis();
        double[] all = delay(delay / unit, users);
        List<double[]> stations = new ArrayList<>();
        for (DrawnStation queue : queues) {
            stations.add(queue((int) queue.capacity(), queue.held() / unit, users));
            all = convolved(all, delay(queue.outside() * queue.millis() / unit, users));
        }
        for (double[] station : stations) {
            all = convolved(all, station);
        }
        double throughput = 1000 * all[users - 1] / all[users] / unit;
        return Double.isFinite(throughput) ? OptionalDouble.of(throughput) : OptionalDouble.empty();
    }

    private static double[] delay(double time, int users) {
        return queue(users, time, users);
    }

    private static double[] queue(int units, double time, int users) {
        double[] factors = new double[users + 1];
        factors[0] = 1;
        for (int n = 1; n <= users; n++) {
            factors[n] = factors[n - 1] * time / Math.min(n, units);
        }
        return factors;
    }

    private static double[] convolved(double[] one, double[] other) {
        double[] both = new double[one.length];
        for (int n = 0; n < both.length; n++) {
            for (int i = 0; i <= n; i++) {
                both[n] += one[i] * other[n - i];
            }
        }
        return both;
    }
}
