package dev.headroom.probe.classify;

import java.util.List;

/** Tells the application's own frames from those of the JDK, of frameworks and of clients. */
public final class Application {

    private static final List<String> LIBRARIES = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "jakarta.",
            "kotlin.",
            "kotlinx.",
            "org.springframework.",
            "org.apache.",
            "org.eclipse.",
            "org.hibernate.",
            "org.postgresql.",
            "com.mysql.",
            "com.zaxxer.",
            "redis.clients.",
            "io.lettuce.",
            "reactor.",
            "io.netty.",
            "feign.",
            "retrofit2.",
            "okhttp3.",
            "okio.");

    private Application() {}

    static boolean isFrame(String frame) {
        return LIBRARIES.stream().noneMatch(frame::startsWith);
    }

    /** The frame of the application that made the call in which the thread stands; the topmost of all where none did. */
    public static String caller(Stack stack) {
        return stack.frames().stream()
                .skip(Math.max(0, stack.reading().depth()))
                .filter(Application::isFrame)
                .findFirst()
                .orElse(stack.frames().isEmpty() ? "" : stack.frames().getFirst());
    }
}
