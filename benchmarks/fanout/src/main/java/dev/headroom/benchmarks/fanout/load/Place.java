package dev.headroom.benchmarks.fanout.load;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where things are.
 *
 * @param root of the repository
 * @param out for logs
 * @param gateway the binary of the gateway; there may be none
 */
record Place(Path root, Path out, Path gateway) {
    static Place of(String root, String out) {
        Path rootPath = Path.of(root).toAbsolutePath();
        Path outPath = Path.of(out).toAbsolutePath();
        return new Place(rootPath, outPath, outPath.resolve("gateway"));
    }

    boolean hasGateway() {
        return Files.isExecutable(gateway);
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The simulator of the cases, lean as the experiments have it, since it shares the processors. */
    List<String> downstream(int port, String... settings) {
        return Stream.concat(
                        Stream.of(
                                java(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-jar",
                                root.resolve("cases/downstream/target/downstream.jar")
                                        .toString(),
                                "--server.port=" + port),
                        Stream.of(settings))
                .toList();
    }

    static int freePort() {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
