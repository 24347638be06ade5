package dev.headroom.lab;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** What is said now of the runs in folders, a line each. Printed, {@code benchmarks/ablation} compares such lists. */
final class Replay {

    private Replay() {}

    public static void main(String[] arguments) throws IOException {
        for (String folder : arguments) {
            of(Path.of(folder)).forEach(line -> System.out.println(folder + "/" + line));
        }
    }

    /** File, verdict, limit, its capacity and ceiling, and grade, in the order of the files. */
    static List<String> of(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                if (isInspection(file)) {
                    lines.add(file.getFileName() + "\t" + words(Recorded.inspected(file)));
                    continue;
                }
                Run run = RunFile.read(file);
                if (run.result().isPresent() && run.observation().isPresent()) {
                    lines.add(file.getFileName() + "\t" + words(Recorded.diagnosed(run)));
                }
            }
        }
        return lines;
    }

    private static boolean isInspection(Path file) {
        return JsonMapper.shared().readTree(file.toFile()).path("target").isObject();
    }

    private static String words(Diagnosis diagnosis) {
        Optional<Limit> limit = diagnosis.bindingLimit();
        OptionalInt capacity = limit.map(Limit::workers).orElse(OptionalInt.empty());
        return String.join(
                "\t",
                diagnosis.verdict().toString(),
                limit.map(its -> its.kind() + " " + its.pool()).orElse("-"),
                capacity.isPresent() ? String.valueOf(capacity.getAsInt()) : "-",
                diagnosis.ceiling().map(ceiling -> Numbers.of(ceiling.value())).orElse("-"),
                diagnosis.standing().toString());
    }
}
