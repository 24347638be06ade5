package dev.headroom.load.tools;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.result.LoadResult.Tool.Source;
import dev.headroom.load.process.Child;
import dev.headroom.load.recording.Sample;
import dev.headroom.load.recording.SampleReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A tool under way, and what it has told so far. Used on one thread; closing it leaves neither a process nor a file. */
public final class ToolProcess implements AutoCloseable {

    private static final int CHUNK = 1 << 16;

    private final Launch launch;
    private final Path folder;
    private final Child child;
    private final byte[] chunk = new byte[CHUNK];
    private Optional<InputStream> results = Optional.empty();

    private ToolProcess(Launch launch, Path folder, Child child) {
        this.launch = launch;
        this.folder = folder;
        this.child = child;
    }

    /**
     * Starts it.
     *
     * @param request whose service it is to load
     * @throws IllegalArgumentException where the tool is not there
     */
    public static ToolProcess start(Load.Tool load, Request request) throws IOException {
        Path folder = Files.createTempDirectory("headroom-load-");
        try {
            Launch launch = Launches.of(load, request, folder);
            Child.Command command = new Child.Command(
                    launch.command(),
                    launch.environment(),
                    launch.input(),
                    Path.of(load.folder()),
                    folder.resolve("output.log"));
            return new ToolProcess(launch, folder, Child.start(command));
        } catch (IOException | RuntimeException e) {
            delete(folder);
            throw e;
        }
    }

    /** Name and version. */
    public String engine() {
        return launch.engine();
    }

    /** Who counts; the service where nothing that the tool tells is read. */
    public Source counted() {
        return launch.results().counted();
    }

    /** Whether what it says of a request can be read when the request is over. */
    public boolean tellsAtOnce() {
        return launch.results().atOnce();
    }

    /** What it has told besides its requests. */
    public SampleReader told() {
        return launch.results().reader();
    }

    public Child child() {
        return child;
    }

    /** Why what it did does not count; empty where it did what it was told. It has ended. */
    public Optional<String> failure() {
        return launch.exits()
                .apply(child.exit())
                .map(why -> launch.engine() + ": " + why + child.lastLines(". Its last lines:\n"));
    }

    /**
     * The requests that it has told of since; none where it tells of none.
     *
     * @throws IOException where what it tells cannot be read
     */
    public List<Sample> read() throws IOException {
        if (launch.results() == Launch.Results.NONE) {
            return List.of();
        }
        if (results.isEmpty()) {
            Optional<Path> file = find(launch.results().file());
            if (file.isEmpty()) {
                return List.of();
            }
            results = Optional.of(Files.newInputStream(file.get()));
        }
        List<Sample> samples = List.of();
        int length;
        while (samples.isEmpty() && (length = results.get().read(chunk)) > 0) {
            samples = told().read(chunk, length);
        }
        return samples;
    }

    private Optional<Path> find(String name) throws IOException {
        try (Stream<Path> files = Files.find(folder, 3, (file, of) -> file.endsWith(name) && of.isRegularFile())) {
            return files.findFirst();
        } catch (UncheckedIOException e) {
            return Optional.empty(); // what the tool has just taken away
        }
    }

    @Override
    public void close() {
        child.close();
        try {
            if (results.isPresent()) {
                results.get().close();
            }
        } catch (IOException e) {
            // it was only read
        }
        delete(folder);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            // in the system's temporary folder, which is emptied by others
        }
    }
}
