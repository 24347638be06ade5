package dev.headroom.lab.service;

import dev.headroom.core.text.Secrets;
import dev.headroom.lab.secrets.EnvironmentValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keeps secrets off the command line, which every user of a machine can read: a JVM is given its arguments in a file of mode 600 where one of
 * them is a secret. Any other program gets them as they are; it takes secrets from its environment.
 *
 * @param command to start it by
 * @param file that holds the arguments; it can go once the JVM runs
 */
record SecretArguments(List<String> command, Optional<Path> file) {

    static SecretArguments of(List<String> command) throws IOException {
        List<String> arguments = command.subList(1, command.size());
        boolean java = Path.of(command.getFirst()).endsWith("java");
        boolean secret = !Secrets.hideInArguments(arguments).equals(arguments)
                || arguments.stream()
                        .anyMatch(one -> !EnvironmentValues.hideIn(one).equals(one));
        if (!java || !secret) {
            return new SecretArguments(command, Optional.empty());
        }
        Path file = Files.createTempFile("headroom-", ".args"); // for the user alone
        Files.writeString(file, arguments.stream().map(SecretArguments::quoted).collect(Collectors.joining("\n")));
        return new SecretArguments(List.of(command.getFirst(), "@" + file), Optional.of(file));
    }

    void forget() {
        file.ifPresent(path -> path.toFile().delete());
    }

    private static String quoted(String argument) {
        return '"'
                + argument.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                + '"';
    }
}
