package dev.headroom.core.model.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** How a service comes to be. */
public sealed interface Origin {

    /** @param file an executable jar, absolute */
    record Jar(Path file) implements Origin {}

    /**
     * @param name of the main class, with its package
     * @param classPath absolute: jars, folders of classes, or globs that stand for all jars that match
     */
    record MainClass(String name, List<String> classPath) implements Origin {

        public MainClass {
            classPath = List.copyOf(classPath);
        }
    }

    /**
     * Any program, a JVM or not.
     *
     * @param words the program, absolute or to be found on the {@code PATH}, and its arguments
     */
    record Command(List<String> words) implements Origin {

        public Command {
            words = List.copyOf(words);
            if (words.isEmpty()) {
                throw new IllegalArgumentException("a command has at least one word, the program");
            }
        }
    }

    /**
     * It runs already: nobody starts or stops it.
     *
     * @param pid of its JVM, as the experiment says
     * @param port by which its JVM is found, as the experiment says; without both, that of its address
     */
    record Running(OptionalLong pid, OptionalInt port) implements Origin {}
}
