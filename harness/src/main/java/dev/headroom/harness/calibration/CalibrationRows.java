package dev.headroom.harness.calibration;

import dev.headroom.harness.drawn.Network;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** All verdicts so far, in a file as soon as there is one more: what was broken off goes on where it was. */
final class CalibrationRows {

    private final Optional<Path> file;
    private final List<Row> rows;

    private CalibrationRows(Optional<Path> file, List<Row> rows) {
        this.file = file;
        this.rows = rows;
    }

    static CalibrationRows open(Optional<Path> file) throws IOException {
        List<Row> earlier = file.isPresent() && Files.exists(file.get())
                ? JsonMapper.shared().readValue(Files.readString(file.get()), new TypeReference<List<Row>>() {})
                : List.of();
        return new CalibrationRows(file.map(Path::toAbsolutePath), new ArrayList<>(earlier));
    }

    List<Row> all() {
        return List.copyOf(rows);
    }

    boolean has(long seed, Network network, String by) {
        return rows.stream().anyMatch(row -> row.isOf(seed, network, by) && row.outcome() != DrawnOutcome.FAILED);
    }

    /** Whether it has a verdict on one of them at least, or that one failed. */
    boolean hasAny(long seed, List<Network> networks, String by) {
        return networks.stream().anyMatch(network -> rows.stream().anyMatch(row -> row.isOf(seed, network, by)));
    }

    void add(Row row) throws IOException {
        rows.removeIf(other -> other.seed() == row.seed()
                && other.number() == row.number()
                && other.by().equals(row.by()));
        rows.add(row);
        if (file.isPresent()) {
            RunFile.replace(
                    file.get(),
                    JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(rows));
        }
    }
}
