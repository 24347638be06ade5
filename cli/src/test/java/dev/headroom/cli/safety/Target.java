package dev.headroom.cli.safety;

import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A {@link Service} that runs, its users, and its state. */
final class Target implements AutoCloseable {

    /** The JVM tells where its debugger's port is. */
    private static final String DEBUGGER = "Listening for transport dt_socket at address: ";

    private static final int USERS = 12;
    private static final int PAUSE_MILLIS = 50;

    /** Requests before the first look: what the service makes at its first requests is there then. */
    private static final int WARM_REQUESTS = 60;

    private final Process process;
    private final Kind kind;
    private String debugger;
    private final Said said;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Thread> users = new ArrayList<>();
    private final AtomicLong answers = new AtomicLong();
    private final Path folder;
    private final long pid;
    private final List<Process> neighbours;
    private volatile boolean paused;

    private Target(Process process, Path folder, Kind kind) throws IOException, InterruptedException {
        this.process = process;
        this.folder = folder;
        this.kind = kind;
        said = new Said(process);
        debugger = after(DEBUGGER);
        int port = Integer.parseInt(after("port "));
        pid = process.descendants().map(ProcessHandle::pid).findFirst().orElse(process.pid());
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .build();
        for (int i = 0; i < USERS; i++) {
            users.add(Thread.ofVirtual().start(() -> use(request)));
        }
        awaitAnswers(WARM_REQUESTS);
        neighbours = kind.neighbours(folder.resolve("home"));
    }

    /** Whether it has a file of that folder open, deleted or not: then an agent was loaded from it. */
    boolean hasOpened(String folder) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return open.anyMatch(one -> ProcessState.link(one).contains("/" + folder + "/"));
        }
    }

    /** @param folder for all that it writes: it must be one that its user may enter */
    static Target start(Kind kind, Path folder) throws IOException, InterruptedException {
        return start(kind, folder, List.of(), kind.arguments().toArray(String[]::new));
    }

    static Target start(Kind kind, Path folder, List<String> jvm, String... arguments)
            throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path classes = copyService(home.resolve("classes"));
        List<String> command = new ArrayList<>(kind.prefix(classes));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:ActiveProcessorCount=2",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0"));
        command.addAll(kind.jvm(home));
        command.addAll(jvm);
        command.addAll(List.of("-cp", kind.hasOwnTmp() ? "/tmp/classes" : classes.toString(), Service.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try {
            return new Target(process, folder, kind);
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            e.addSuppressed(new IOException(Files.readString(folder.resolve("errors"))));
            throw e;
        }
    }

    private static Path copyService(Path classes) throws IOException {
        for (Class<?> one : List.of(Service.class, Endless.class, Free.class)) {
            String name = one.getName().replace('.', '/') + ".class";
            Path to = classes.resolve(name);
            if (!Files.exists(to)) {
                Files.createDirectories(Objects.requireNonNull(to.getParent()));
                try (var in = one.getClassLoader().getResourceAsStream(name)) {
                    Files.write(to, Objects.requireNonNull(in).readAllBytes());
                }
            }
        }
        return classes;
    }

    private String after(String words) throws IOException, InterruptedException {
        while (true) {
            String line = said.next();
            int at = line.indexOf(words);
            if (at >= 0) {
                return line.substring(at + words.length()).strip();
            }
        }
    }

    private void use(HttpRequest request) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (paused) {
                    Thread.sleep(PAUSE_MILLIS);
                    continue;
                }
                client.send(request, HttpResponse.BodyHandlers.discarding());
                answers.incrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                Thread.currentThread().interrupt(); // the service has ended
            }
        }
    }

    Kind kind() {
        return kind;
    }

    long pid() {
        return pid;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** For whoever looks for the reason: what it has complained of, and where its threads are. */
    String told() throws IOException, InterruptedException {
        return errors() + "\n" + said.stacks();
    }

    String errors() throws IOException {
        return Files.readString(folder.resolve("errors"));
    }

    void awaitAnswers(int more) throws InterruptedException {
        long goal = answers.get() + more;
        Wait.until("the service answers", () -> answers.get() >= goal);
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }

    /** What its settings are: the rest is not asked for. */
    Snapshot settings() throws IOException, InterruptedException {
        return new Snapshot(facts("")).of("setting");
    }

    Snapshot snapshot() throws IOException, InterruptedException {
        SortedMap<String, String> facts = facts("");
        facts.putAll(Bytecode.facts(debugger));
        debugger = after(DEBUGGER); // each connection has a port of its own
        boolean recorded = facts.keySet().stream().anyMatch(fact -> fact.startsWith("recording "));
        new ProcessState(pid, kind.hasOwnTmp()).addTo(facts, recorded);
        return new Snapshot(facts);
    }

    /** Its heap is full for some seconds, and nobody uses it meanwhile. */
    void fill() throws IOException, InterruptedException {
        paused = true;
        facts(Service.FILL);
        paused = false;
    }

    private SortedMap<String, String> facts(String question) throws IOException, InterruptedException {
        BufferedWriter ask = process.outputWriter();
        ask.write(question);
        ask.newLine();
        ask.flush();
        SortedMap<String, String> facts = new TreeMap<>();
        for (String line = said.next(); !line.equals(Service.END); line = said.next()) {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                facts.put(line.substring(0, tab), line.substring(tab + 1));
            }
        }
        return facts;
    }

    /** Its flight recordings on disk. */
    List<String> chunks() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".jfr"))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        users.forEach(Thread::interrupt);
        client.shutdownNow();
        neighbours.forEach(Process::destroyForcibly);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        Files.deleteIfExists(Path.of("/tmp/.java_pid" + pid)); // a JVM that is killed leaves it
    }
}
