package dev.headroom.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A {@link Desk} that runs already, with 4 workers and 12 users. */
abstract class AtTheDesk {

    static final int WORKERS = 4;
    private static final int USERS = 12;

    private final List<Thread> users = new ArrayList<>();
    Process desk;
    String pid;
    int port;

    @TempDir
    Path folder;

    /** What each of the workers needs one of. */
    int forms() {
        return Integer.MAX_VALUE;
    }

    @BeforeEach
    void open() throws Exception {
        open(Desk.class, List.of(), Integer.toString(WORKERS), Integer.toString(forms()));
    }

    void open(Class<?> service, List<String> options, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), service.getName()));
        command.addAll(List.of(arguments));
        desk = new ProcessBuilder(command)
                .redirectError(folder.resolve("desk.log").toFile())
                .start();
        BufferedReader said = desk.inputReader();
        port = Integer.parseInt(said.readLine());
        pid = Long.toString(desk.pid());
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        users.forEach(Thread::interrupt);
        desk.destroyForcibly().waitFor();
        Files.deleteIfExists(attachSocket()); // a JVM that is killed leaves it
        for (Thread user : users) {
            user.join();
        }
    }

    Path attachSocket() {
        return Path.of("/tmp", ".java_pid" + pid);
    }

    void load() {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .build();
        for (int i = 0; i < USERS; i++) {
            users.add(Thread.ofVirtual().start(() -> {
                try {
                    while (!Thread.currentThread().isInterrupted()) {
                        client.send(request, HttpResponse.BodyHandlers.discarding());
                    }
                } catch (InterruptedException | IOException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
    }
}
