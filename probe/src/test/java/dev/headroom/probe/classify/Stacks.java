package dev.headroom.probe.classify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Stacks as a reader would write them: behind a frame of the application is its line, as in {@code shop.Orders.place:20}. Where none has one nobody told whose the frames are. */
public final class Stacks {

    private Stacks() {}

    public static Stack of(Thread.State state, String... sites) {
        return of(state, List.of(sites));
    }

    public static Stack of(Thread.State state, List<String> sites) {
        return of(state, "", Optional.empty(), sites);
    }

    public static Stack of(Thread.State state, Limited limited, String waitsOn, String... sites) {
        return of(state, waitsOn, Optional.of(limited), List.of(sites));
    }

    /** @param waitsOn class of the object; empty where it is not known */
    public static Stack of(Thread.State state, String waitsOn, Optional<Limited> limited, List<String> sites) {
        int[] lines = sites.stream().mapToInt(Stacks::line).toArray();
        boolean told = sites.stream().anyMatch(site -> site.contains(":"));
        List<String> frames = sites.stream().map(site -> site.split(":", 2)[0]).toList();
        return new Stack(state, waitsOn, frames, told ? lines : new int[0], limited);
    }

    /** Of a real JVM: in the file are a comment, the thread's state, then frames. */
    public static Stack recorded(String name) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/test/resources/stacks", name + ".txt"));
        return of(Thread.State.valueOf(lines.get(1)), lines.subList(2, lines.size()));
    }

    private static int line(String site) {
        int colon = site.indexOf(':');
        return colon < 0 ? Stack.LIBRARY : Integer.parseInt(site.substring(colon + 1));
    }
}
