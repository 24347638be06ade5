package dev.headroom.core.text;

import java.util.List;

/** Names of classes as the JVM prints them. */
public final class ClassNames {

    private static final List<String> JDK = List.of("[", "java.", "jdk.", "sun.");

    private ClassNames() {}

    /** A reader knows his own classes, and learns less from these. */
    public static boolean isOfTheJdk(String type) {
        return JDK.stream().anyMatch(type::startsWith);
    }
}
