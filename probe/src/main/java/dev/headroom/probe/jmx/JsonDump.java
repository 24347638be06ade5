package dev.headroom.probe.jmx;

import dev.headroom.probe.classify.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a thread dump in JSON ({@code HotSpotDiagnosticMXBean.dumpThreads}, JDK 21 and later), token by token, since a dump
 * of many virtual threads is large. Where a dump names no state (JDK 21), a stack that is parked is taken to wait.
 */
final class JsonDump {

    private static final List<String> PARKED =
            List.of("java.lang.VirtualThread.park", "jdk.internal.vm.Continuation.yield", "java.lang.Object.wait");

    private JsonDump() {}

    /** Virtual threads in the file by stack; whatever has an id that {@code platform} knows is none. */
    static Map<Stack, Double> virtualThreads(Path file, LongPredicate platform, Interner interner) throws IOException {
        Map<Stack, Double> found = new HashMap<>();
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), file)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME && json.currentName().equals("threads")) {
                    json.nextToken();
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        thread(json, platform, interner, found);
                    }
                }
            }
        }
        return found;
    }

    private static void thread(JsonParser json, LongPredicate platform, Interner interner, Map<Stack, Double> found) {
        long id = -1;
        String state = "";
        List<String> frames = new ArrayList<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            switch (field) {
                case "tid" -> id = Long.parseLong(json.getString()); // a string to JDK 25, a number after it
                case "state" -> state = json.getString();
                case "stack" -> {
                    while (json.nextToken() == JsonToken.VALUE_STRING) {
                        frames.add(method(json.getString()));
                    }
                }
                default -> {
                    if (value.isStructStart()) {
                        json.skipChildren();
                    }
                }
            }
        }
        if (!platform.test(id) && !frames.isEmpty()) {
            found.merge(interner.stack(state(state, frames), "", frames), 1.0, Double::sum);
        }
    }

    private static Thread.State state(String told, List<String> frames) {
        if (!told.isEmpty()) {
            return Thread.State.valueOf(told);
        }
        boolean parked = PARKED.stream().anyMatch(frames.getFirst()::startsWith);
        return parked ? Thread.State.WAITING : Thread.State.RUNNABLE;
    }

    /** {@code java.base/java.lang.VirtualThread.park(VirtualThread.java:582)} is {@code java.lang.VirtualThread.park}. */
    static String method(String element) {
        int end = element.indexOf('(');
        String bare = end < 0 ? element : element.substring(0, end);
        return bare.substring(bare.lastIndexOf('/') + 1);
    }
}
