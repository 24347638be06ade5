package dev.headroom.lab;

import java.io.IOException;
import java.io.Writer;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Takes the options of JMeter, has one user send requests, and writes each of them as often as its first argument says. */
public final class LyingJmeter {

    private LyingJmeter() {}

    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        int copies = Integer.parseInt(words.getFirst());
        URI target = URI.create(option(words, "-JBASE_URL=") + "/a");
        long end = System.nanoTime() + 1_000_000_000L * Long.parseLong(option(words, "-Jseconds="));
        try (Writer out = Files.newBufferedWriter(Path.of(words.get(words.indexOf("-l") + 1)))) {
            out.write("timeStamp,elapsed,label,responseCode,success\n");
            while (System.nanoTime() < end) {
                long start = System.currentTimeMillis();
                send(target);
                long took = System.currentTimeMillis() - start;
                out.write((start + "," + took + ",a,200,true\n").repeat(copies));
                out.flush();
            }
        }
    }

    private static String option(List<String> words, String name) {
        return words.stream()
                .filter(word -> word.startsWith(name))
                .findFirst()
                .orElseThrow()
                .substring(name.length());
    }

    private static void send(URI target) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) target.toURL().openConnection();
        connection.getInputStream().readAllBytes();
    }
}
