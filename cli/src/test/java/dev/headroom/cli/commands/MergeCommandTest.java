package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.Main;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.lab.store.ShardsFile;
import dev.headroom.load.k6.MergedLoad.Facts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeCommandTest {

    private static final String HEADER =
            "metric_name,timestamp,metric_value,error,error_code,expected_response,group,name,status,extra_tags,metadata\n";

    @TempDir
    private Path folder;

    private record Answer(int exitCode, String out, String err) {}

    private static Answer headroom(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Answer(code, out.toString(), err.toString());
    }

    @Test
    void theSumHasARowForEachLabelAndALineForEachShard() throws IOException {
        Answer answer = headroom(
                "merge", shard(1, "browse", 0).toString(), shard(2, "buy", 0).toString());
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out())
                .contains("k6: 200 requests")
                .containsPattern("browse +100 +0 +50 ms +50 ms +50 ms")
                .containsPattern("all +200 +0 +50 ms")
                .contains("shard-1.csv: 100 requests in 100 iterations")
                .contains("response times count from when a request was sent")
                .contains("How many shards there had to be is not known")
                .doesNotContain("Void");
    }

    @Test
    void aLostOrLateShardIsToldAndFails() throws IOException {
        Path first = shard(1, "a", 0);
        Answer lost = headroom("merge", first.toString(), "--shards", "2");
        assertThat(lost.exitCode()).isEqualTo(1);
        assertThat(lost.out()).contains("Void: lost: 1 of 2 parts are there.").doesNotContain("is not known");
        Answer late =
                headroom("merge", first.toString(), shard(2, "a", 7_000_000).toString());
        assertThat(late.exitCode()).isEqualTo(1);
        assertThat(late.out()).contains("Void: shard-2.csv is late: it began 7.0 s after the first.");
    }

    @Test
    void aThresholdThatTheSumDoesNotHoldIsAnExpectationThatIsNotMet() throws IOException {
        shard(1, "a", 0);
        new ShardsFile(
                        "shop",
                        "today",
                        new Facts(
                                "k6",
                                1,
                                0,
                                Duration.ZERO,
                                false,
                                Map.of("http_req_duration", List.of("p(95)<20"), "baskets", List.of("count>1"))),
                        Expectations.NONE)
                .write(folder);
        Answer answer = headroom("merge", folder.toString());

        assertThat(answer.exitCode()).isEqualTo(3);
        assertThat(answer.out())
                .contains("Not met: http_req_duration p(95) < 20 ms, was 50 ms")
                .contains("Not held against the sum: the threshold baskets: count>1");
        assertThat(headroom("merge", folder.toString(), "--script", "nowhere.js")
                        .err())
                .contains("no file or folder nowhere.js");
    }

    @Test
    void theSumIsThereAsJson() throws IOException {
        assertThat(headroom("merge", shard(1, "a", 0).toString(), "--json").out())
                .startsWith("{")
                .contains("\"p95\" : 50.0", "\"requests\" : 100", "\"checks\" : 0", "\"failedChecks\" : {");
    }

    @Test
    void whatIsNotThereIsBadInput() {
        Answer answer = headroom("merge", folder.resolve("nowhere").toString());
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("no file or folder");
    }

    @Test
    void aClustersFilesNeedTheAddressOfTheService() throws IOException {
        Path file = folder.resolve("shop.yaml");
        Files.writeString(file, """
                name: shop
                services: { shop: { command: [sleep, "60"], port: 8080 } }
                watch: shop
                load: { open: { rate: 10/s, for: 60s, arrivals: poisson } }
                variants:
                  today: { request: GET /items/1 }
                  other: { request: GET /items/2 }
                """);
        String cluster = folder.resolve("cluster").toString();
        assertThat(headroom("scale", file.toString(), "--shards", "4").err())
                .contains("--variant has to say which", "today, other");
        assertThat(headroom("scale", file.toString(), "--shards", "4", "--variant", "other", "--operator", cluster)
                        .err())
                .contains("--operator needs --url");
        assertThat(headroom(
                                "scale",
                                file.toString(),
                                "--shards",
                                "4",
                                "--variant",
                                "other",
                                "--operator",
                                cluster,
                                "--url",
                                "shop")
                        .err())
                .contains("--url shop is no address");
        Answer written = headroom(
                "scale",
                file.toString(),
                "--shards",
                "4",
                "--variant",
                "other",
                "--operator",
                cluster,
                "--url",
                "http://shop:8080");
        assertThat(written.exitCode()).as(written.err()).isZero();
        assertThat(written.out()).contains("Note: arrivals are Poisson", "testrun.yaml begins with what to do");
        assertThat(Path.of(cluster))
                .isDirectoryContaining("glob:**/testrun.yaml")
                .isDirectoryContaining("glob:**/shards.json");
        Answer empty = headroom("merge", cluster);
        assertThat(empty.exitCode()).isEqualTo(1);
        assertThat(empty.out()).contains("Void: lost: 0 of 4 parts are there.");
    }

    /** A part without a user sends nothing, and is no lost one; where the load ends by its requests it need not. */
    @Test
    void aLoadHasAUserForEachPart() throws IOException {
        assertThat(cluster("closed: { users: 3, for: 60s }", 4))
                .contains("--shards wants 3 at most: the load has no more users");
        assertThat(cluster("closed: { stages: [{ from: 0, to: 3, for: 9s }, { from: 3, to: 1, for: 9s }] }", 4))
                .contains("--shards wants 3 at most");
        assertThat(cluster("open: { rate: 9/s, for: 60s, connections: 3 }", 4)).contains("--shards wants 3 at most");
        assertThat(cluster("closed: { users: 3, for: 60s }", 3)).doesNotContain("at most");
        assertThat(cluster("closed: { users: 3, requests: 60 }", 4)).doesNotContain("at most");
    }

    private String cluster(String load, int count) throws IOException {
        Path file = Files.writeString(folder.resolve("few.yaml"), """
                name: few
                services: { shop: { command: [sleep, "60"], port: 8080 } }
                watch: shop
                load: { %s }
                variants: { today: { request: GET /items/1 } }
                """.formatted(load));
        Path into = Files.createTempDirectory(folder, "cluster");
        return headroom(
                        "scale",
                        file.toString(),
                        "--shards",
                        String.valueOf(count),
                        "--operator",
                        into.toString(),
                        "--url",
                        "http://shop:8080")
                .err();
    }

    /** 100 requests of 50 ms, one each 10 ms. */
    private Path shard(int index, String label, long late) throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int n = 0; n < 100; n++) {
            long end = index + 1_764_000_000_000_000L + n * 10_000L + 50_000 + late;
            rows.append("http_reqs,%d,1.0,,,true,,%s,200,,%n".formatted(end, label))
                    .append("http_req_duration,%d,50.0,,,true,,%s,200,,%n".formatted(end, label))
                    .append("http_req_receiving,%d,0.0,,,true,,%s,200,,%n".formatted(end, label))
                    .append("iterations,%d,1.0,,,,,,,,%n".formatted(end));
        }
        return Files.writeString(folder.resolve("shard-" + index + ".csv"), rows);
    }
}
