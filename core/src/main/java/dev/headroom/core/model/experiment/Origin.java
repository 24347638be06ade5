package dev.headroom.core.model.experiment;

import java.nio.file.Path;
import java.util.List;

/** How a service comes to be. Headroom starts all of these; a service that runs already would be one more of them. */
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
}
