package dev.headroom.cli.safety;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the service is started as. */
enum Kind {
    PLAIN,
    /** Somebody records its flight. */
    RECORDED,
    /** Its management agent listens. */
    MANAGED,
    /** In process and mount namespaces of its own, with a {@code /tmp} of its own; root alone can. */
    CONTAINER,
    /** The same without a process namespace, its {@code /tmp} so small that hardly anything fits in. */
    SMALL_TMP,
    /** Of another user; root alone can. */
    OTHER_USER,
    /** It has 100,000 virtual threads. */
    MANY_THREADS,
    /** Its heap is full for some seconds while Headroom is at work. */
    OUT_OF_MEMORY,
    /** Beside it runs a process that looks like a JVM, with a named pipe where a JDK has its {@code release}. */
    FIFO,
    /** It has taken its attach socket's place, and answers without end. */
    ENDLESS;

    private static final String NOBODY = "65534";

    /** The classes go with it, for what is in the old {@code /tmp} is hidden. */
    private static final String OWN_TMP =
            "mount -t tmpfs -o size=$1 tmpfs /mnt && cp -r \"$2\" /mnt/classes && mkdir /mnt/home && mount --move /mnt /tmp && cd /tmp/home && shift 2 && exec \"$@\"";

    /** Whether we may start something so: root may not everywhere, such as in a container. */
    boolean isAllowed() throws InterruptedException {
        List<String> command = new ArrayList<>(prefix(Path.of(System.getProperty("java.home"), "release")));
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such command
        }
    }

    /** Whether there may be no room for what Headroom needs, or no answer. */
    boolean mayRefuse() {
        return this == SMALL_TMP || this == OUT_OF_MEMORY || this == ENDLESS;
    }

    boolean hasOwnTmp() {
        return this == CONTAINER || this == SMALL_TMP;
    }

    List<String> prefix(Path classes) {
        return switch (this) {
            case CONTAINER ->
                List.of(
                        "unshare",
                        "--mount",
                        "--pid",
                        "--fork",
                        "--mount-proc",
                        "sh",
                        "-c",
                        OWN_TMP,
                        "sh",
                        "200m",
                        classes.toString());
            case SMALL_TMP -> List.of("unshare", "--mount", "sh", "-c", OWN_TMP, "sh", "1m", classes.toString());
            case OTHER_USER -> List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups");
            case PLAIN, RECORDED, MANAGED, MANY_THREADS, OUT_OF_MEMORY, FIFO, ENDLESS -> List.of();
        };
    }

    List<String> jvm(Path home) {
        return switch (this) {
            case RECORDED ->
                List.of(
                        "-XX:StartFlightRecording:name=theirs,disk=true,settings=none,+jdk.JavaMonitorWait#enabled=true",
                        "-XX:FlightRecorderOptions:repository=" + home.resolve("recordings"));
            case MANAGED ->
                List.of(
                        "-Dcom.sun.management.jmxremote.port=0",
                        "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                        "-Dcom.sun.management.jmxremote.authenticate=false",
                        "-Dcom.sun.management.jmxremote.ssl=false");
            case OUT_OF_MEMORY -> List.of("-Xmx64m");
            case PLAIN, CONTAINER, SMALL_TMP, OTHER_USER, MANY_THREADS, FIFO, ENDLESS -> List.of();
        };
    }

    /** What is worth trying with it: where it is Headroom that has to bear it, one end is like another. */
    List<End> ends() {
        return switch (this) {
            case FIFO, ENDLESS -> List.of(End.NORMAL, End.SIGINT);
            case MANY_THREADS -> List.of(End.NORMAL, End.SIGKILL, End.SIGSTOP, End.TWO);
            case OUT_OF_MEMORY -> List.of(End.NORMAL, End.SIGTERM, End.SIGKILL, End.TWO);
            default -> List.of(End.values());
        };
    }

    /** Of the service. */
    List<String> arguments() {
        return switch (this) {
            case MANY_THREADS -> List.of("virtual", "100000");
            case ENDLESS -> List.of("endless", "answers");
            default -> List.of();
        };
    }

    /** What runs beside it; none where nothing does. */
    List<Process> neighbours(Path home) throws IOException, InterruptedException {
        if (this != FIFO) {
            return List.of();
        }
        Path fake = Files.createDirectories(home.resolve("fake/lib/server")).resolve("libjvm.so");
        Files.copy(Path.of(System.getProperty("java.home"), "lib", "libjsig.so"), fake);
        new ProcessBuilder("mkfifo", home.resolve("fake/release").toString())
                .start()
                .waitFor();
        ProcessBuilder sleep = new ProcessBuilder("sleep", "100000");
        sleep.environment().put("LD_PRELOAD", fake.toString());
        Process process = sleep.start();
        Wait.until(
                "the library is mapped",
                () -> Files.readString(Path.of("/proc/" + process.pid() + "/maps"))
                        .contains(fake.toString()));
        return List.of(process);
    }
}
