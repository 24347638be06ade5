package dev.headroom.report.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Inspection.Room;
import dev.headroom.core.model.result.KindOfRequest.Evidence;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.Reports;
import dev.headroom.report.fixture.Mixed;
import dev.headroom.report.fixture.Repeated;
import dev.headroom.report.fixture.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What is shown stays as it is, to the byte. Written anew with {@code -Dheadroom.write}. */
class MarkdownGoldenTest {

    private static final Path FOLDER = Path.of("src/test/resources/dev/headroom/report/plain");

    @Test
    void anExperimentOfWhichSomeRunsBrokeOff() throws IOException {
        List<Run> runs = new ArrayList<>(Repeated.means(Users.lifted(), 331, 335, 352));
        runs.add(Repeated.expecting(
                Mixed.commonPool(Evidence.LINES),
                new Outcome("errors", "< 1 %", "0 %", true),
                new Outcome("p95", "< 500 ms", "50.8 s", false)));
        runs.add(Users.sequential());
        runs.add(Users.brokenOff("<b>|`x`[y](http://e)", "it said ```\n# no heading\n```"));
        runs.add(Users.leftOut("later", "it needs *8* cores"));
        isAsBefore("experiment.md", Reports.markdown(Users.result(runs)));
    }

    @Test
    void aRunningJvm() throws IOException {
        Run run = Users.commonPool();
        Inspection seen = Doctor.inspect("shop", run.observation().orElseThrow(), Optional.empty());
        Inspection inspection = new Inspection(
                "shop",
                seen.startedAt(),
                seen.workload(),
                seen.seen(),
                run.diagnosis().orElseThrow(),
                Optional.of(Duration.ofSeconds(20)),
                List.of(new Room(new Limit(LimitKind.CPU, "cpu", OptionalInt.of(2)), 0.1, 100)));
        isAsBefore("inspection.md", Reports.markdown(inspection));
    }

    private static void isAsBefore(String file, String markdown) throws IOException {
        if (System.getProperty("headroom.write") != null) {
            Files.createDirectories(FOLDER);
            Files.writeString(FOLDER.resolve(file), markdown);
        }
        assertThat(markdown).isEqualTo(Files.readString(FOLDER.resolve(file)));
    }
}
