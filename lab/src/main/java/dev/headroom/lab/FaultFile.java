package dev.headroom.lab;

import dev.headroom.lab.store.PrivateFiles;
import dev.headroom.lab.store.Redaction;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A fault of Headroom itself, beside the results: the texts of an exception may be the service's. */
final class FaultFile {

    private FaultFile() {}

    static Path write(Path folder, Throwable fault, Redaction redaction) throws IOException {
        Path file = PrivateFiles.file(folder.resolve("headroom-fault.txt"));
        StringWriter trace = new StringWriter();
        fault.printStackTrace(new PrintWriter(trace));
        Files.write(file, redaction.of(List.of(trace.toString())));
        return file;
    }
}
