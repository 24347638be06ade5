import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;

/** Closed load by the JDK's HttpClient, a virtual thread for each user. Arguments: URI, users, iterations. */
public class VirtualThreads {

    public static void main(String[] arguments) throws Exception {
        int users = Integer.parseInt(arguments[1]);
        int iterations = Integer.parseInt(arguments[2]);
        var request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
        long start = System.nanoTime();
        try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int user = 0; user < users; user++) {
                threads.submit(() -> {
                    for (int i = 0; i < iterations; i++) {
                        if (client.send(request, BodyHandlers.discarding()).statusCode() != 200) {
                            throw new IllegalStateException("not 200");
                        }
                    }
                    return null;
                });
            }
        }
        System.out.printf("rate=%.1f%n", users * iterations / ((System.nanoTime() - start) / 1e9));
    }
}
