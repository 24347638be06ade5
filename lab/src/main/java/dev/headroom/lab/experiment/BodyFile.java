package dev.headroom.lab.experiment;

import dev.headroom.lab.store.GivenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;

/** The body of a request in a file of its own. It is read when a load begins, and stands in no result: results are made for each variant, and are read as a whole. */
public final class BodyFile {

    /** Bytes: what requests are made of stays in memory, once for each kind. */
    static final int MOST = 16 << 20;

    private BodyFile() {}

    /** @throws IOException whose message tells what is wrong with the file */
    public static String read(Path file) throws IOException {
        return read(file, System.getenv(), (found, expected) -> {});
    }

    /** @param wrong told of each reference to the environment that has no value */
    static String read(Path file, Map<String, String> environment, BiConsumer<String, String> wrong)
            throws IOException {
        return EnvironmentReferences.resolve(GivenFile.text(file, MOST), environment, wrong);
    }
}
