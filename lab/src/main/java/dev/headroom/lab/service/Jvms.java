package dev.headroom.lab.service;

import dev.headroom.probe.os.sockets.Listening;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Which of the processes of a command is the JVM that answers. */
final class Jvms {

    private Jvms() {}

    /**
     * The one that listens on the port, where that can be seen and is a JVM; else the one that started last, since launchers come first.
     *
     * @param processes in the order in which they began
     * @throws ServiceException where none of them is a JVM
     */
    static ProcessHandle choose(String service, List<ProcessHandle> processes, int port) throws ServiceException {
        List<ProcessHandle> jvms = processes.stream().filter(Jvms::isJvm).toList();
        if (jvms.isEmpty()) {
            throw new ServiceException("service " + service + " is watched, and none of its processes is a JVM: "
                    + String.join(", ", processes.stream().map(Jvms::told).toList())
                    + ". Watch a service that is a JVM or starts one");
        }
        return jvms.stream()
                .filter(jvm -> Listening.ports(jvm.pid()).contains(port))
                .findFirst()
                .orElse(jvms.getLast());
    }

    /** By the library that every launcher loads, also those that are not called {@code java}. */
    private static boolean isJvm(ProcessHandle process) {
        Path maps = Path.of("/proc", Long.toString(process.pid()), "maps");
        try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.endsWith("/libjvm.so"));
        } catch (IOException | UncheckedIOException e) {
            return process.info()
                    .command()
                    .filter(command -> command.endsWith("/java"))
                    .isPresent();
        }
    }

    private static String told(ProcessHandle process) {
        return process.pid() + " (" + process.info().command().orElse("?") + ")";
    }
}
