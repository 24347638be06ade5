package dev.headroom.probe.threads;

import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads a thread dump in JSON ({@code HotSpotDiagnosticMXBean.dumpThreads}, {@code jcmd Thread.dump_to_file}; JDK 21 and later), token by token, since a dump
 * of many virtual threads is large. Where a dump names no state (JDK 21 to 24), a stack that is parked is taken to wait; any other
 * runs, or waits for a monitor, and keeps its lines.
 */
public final class JsonDump {

    private static final List<String> PARKED =
            List.of("java.lang.VirtualThread.park", "jdk.internal.vm.Continuation.yield", "java.lang.Object.wait");

    /** A thread's name, a frame. A class name has at most 65,535 bytes, and few have a hundred. */
    private static final int LONGEST_STRING = 1 << 17;

    /** Dumps are some six deep. */
    private static final int DEEPEST = 50;

    /** As deep as the JVM follows a stack, unless MaxJavaStackTraceDepth says so. What is below is passed over. */
    private static final int MOST_FRAMES = 1_024;

    /** A thread is called what its application likes, and older JDKs write that as it is. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(LONGEST_STRING)
                    .maxNestingDepth(DEEPEST)
                    .build())
            .build();

    private JsonDump() {}

    /**
     * Virtual threads in the dump by pool and stack; whatever has an id that {@code platform} knows is none.
     *
     * @throws IOException where it cannot be read, or is no dump: cut short, or not of this form
     */
    public static Map<PoolNames.Named, Map<Stack, Double>> virtualThreads(
            InputStream dump, LongPredicate platform, Interner interner) throws IOException {
        Map<PoolNames.Named, Map<Stack, Double>> found = new HashMap<>();
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), dump)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME && json.currentName().equals("threads")) {
                    json.nextToken();
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        thread(json, platform, interner, found);
                    }
                }
            }
        } catch (JacksonIOException e) {
            throw e.getCause();
        } catch (JacksonException e) {
            // the exception's own words speak of a source that it does not show
            throw new IOException("the dump is cut short or damaged" + where(e.getLocation()), e);
        }
        return found;
    }

    /** Not every exception says. */
    private static String where(@Nullable TokenStreamLocation at) {
        return at == null ? "" : " in line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    private static void thread(
            JsonParser json, LongPredicate platform, Interner interner, Map<PoolNames.Named, Map<Stack, Double>> found)
            throws IOException {
        long id = -1;
        String name = "";
        String state = "";
        boolean virtual = false;
        String object = "";
        List<Frame> frames = new ArrayList<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            switch (field) {
                case "tid" -> id = json.getValueAsLong(-1); // a string to JDK 25, a number after it
                case "name" -> name = value == JsonToken.VALUE_STRING ? json.getString() : "";
                case "virtual" -> virtual = value == JsonToken.VALUE_TRUE;
                case "state" -> state = value == JsonToken.VALUE_STRING ? json.getString() : "";
                case "stack" -> {
                    while (json.nextToken() == JsonToken.VALUE_STRING) {
                        if (frames.size() < MOST_FRAMES) {
                            frames.add(Frame.of(json.getString()));
                        }
                    }
                }
                case "parkBlocker" -> { // since JDK 25
                    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                        object = json.nextToken() == JsonToken.VALUE_STRING ? json.getString() : object;
                    }
                }
                default -> {
                    if (value.isStructStart()) {
                        json.skipChildren();
                    }
                }
            }
        }
        // JDK 21 marks none as virtual, and names no state either; a platform thread may have begun since the others
        // were listed
        List<String> methods = frames.stream().map(Frame::method).toList();
        boolean counts = state.isEmpty() ? !platform.test(id) && isVirtual(methods) : virtual;
        if (counts && !PoolNames.isJvmThread(name)) {
            Stack stack = stack(state(state, methods), !state.isEmpty(), object, frames, methods, interner);
            found.computeIfAbsent(PoolNames.virtual(name, stack.has(PoolNames.WORKER)), none -> new HashMap<>())
                    .merge(stack, 1.0, Double::sum);
        }
    }

    private static Stack stack(
            Thread.State state,
            boolean told,
            String object,
            List<Frame> frames,
            List<String> methods,
            Interner interner) {
        String waitsOn = object.substring(0, Math.max(0, object.indexOf('@')));
        int[] lines = frames.stream()
                .mapToInt(frame -> told && state == Thread.State.RUNNABLE ? Math.min(0, frame.line()) : frame.line())
                .toArray();
        Stack stack = interner.stack(state, waitsOn, methods, lines, Optional.empty());
        Optional<Limited> limited = Blocker.limited(stack, object);
        return limited.isPresent() ? interner.stack(state, waitsOn, methods, lines, limited) : stack;
    }

    private static boolean isVirtual(List<String> frames) {
        return !frames.isEmpty() && frames.getLast().equals("java.lang.VirtualThread.run");
    }

    private static Thread.State state(String told, List<String> frames) throws IOException {
        if (!told.isEmpty()) {
            return Arrays.stream(Thread.State.values())
                    .filter(state -> state.name().equals(told))
                    .findFirst()
                    .orElseThrow(() -> new IOException("the dump names a state that there is not: " + told));
        }
        boolean parked = frames.isEmpty() || PARKED.stream().anyMatch(frames.getFirst()::startsWith);
        return parked ? Thread.State.WAITING : Thread.State.RUNNABLE;
    }
}
