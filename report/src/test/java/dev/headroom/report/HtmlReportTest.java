package dev.headroom.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.report.fixture.Diagnoses;
import dev.headroom.report.fixture.Evidence;
import dev.headroom.report.fixture.Hour;
import dev.headroom.report.fixture.Users;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlReportTest {

    private static final int LARGEST = 1_500_000;

    private static final String PAGE = Reports.html(Users.result());

    @Test
    void fiveVariantsMakeASmallPage() {
        assertThat(PAGE.getBytes(StandardCharsets.UTF_8).length).isLessThan(LARGEST);
    }

    @Test
    void aQueueThatCannotBeSeenIsNotShownAsAnEmptyOne() {
        String figures = "(<td class=\"number\">[^<]*</td>){3}<td class=\"number\">";
        assertThat(PAGE)
                .containsPattern(">http-poller</th><td>other threads</td>" + figures + "–<")
                .containsPattern(">common-pool</th><td>fork-join pool</td>" + figures + "[\\d,.]+, max [\\d,.]+<");
    }

    @Tag("nightly")
    @Test
    void anHourOfThirtyVariantsWithTenPoolsMakesAPageThatOpens() {
        String hour = Reports.html(Users.result(Hour.runs(30, 3600, 10)));

        assertThat(hour.getBytes(StandardCharsets.UTF_8).length).isLessThan(4 * LARGEST);
        assertThat(data(hour).at("/runs/29/seconds/t").size()).isEqualTo(600);
    }

    @Test
    void nothingIsFetchedFromElsewhere() {
        assertThat(PAGE).doesNotContainPattern("(src|href)=\"(https?:)?//").doesNotContain("@import url");
        assertThat(PAGE).contains("default-src 'none'");
    }

    @Test
    void theLicenceOfThePlotsComesAlong() {
        assertThat(PAGE).contains("The MIT License").contains("Leon Sorokin");
    }

    @Test
    void theEmbeddedFiguresAreThoseOfTheResult() {
        JsonNode run = data(PAGE).get("runs").get(1);
        assertThat(run.get("name").asString()).isEqualTo("common-pool");
        assertThat(run.at("/seconds/t").size())
                .isEqualTo(Users.commonPool().result().orElseThrow().series().size());
        assertThat(run.at("/pools/tomcat-8888/activities/AWAITING_POOL")).isNotEmpty();
        assertThat(run.at("/intended/x").size()).isEqualTo(run.at("/intended/y").size());
    }

    @Test
    void aHostileNameStaysTextInThePageAndInTheData() {
        String hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
        String evil = Reports.html(Users.result(List.of(Users.brokenOff(hostile, hostile))));
        // within the quotes of an attribute a tag is text
        String elements = evil.replaceAll("=\"[^\"]*\"", "=\"\"");
        assertThat(elements.contains("<script>alert") || elements.contains("<img"))
                .isFalse();
        assertThat(evil.contains("&lt;/script>&lt;script>alert(1)")
                        || evil.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
                .isTrue();
        assertThat(data(evil).get("runs").get(0).get("name").asString()).isEqualTo(hostile);
    }

    @Test
    void aRunThatSawNothingStillHasItsSection() {
        String broken = Reports.html(
                Users.result(List.of(Users.brokenOff("lifted", "users did not start: port 8888 is taken"))));
        assertThat(broken).contains("users did not start: port 8888 is taken").contains("Not every run was completed");
    }

    @Test
    void aRunWithoutAnObservationKeepsItsResponseTimes() {
        String half = Reports.html(Users.result(List.of(
                Users.with(Users.commonPool(), Users.commonPool().result(), Optional.empty(), Optional.empty()))));
        assertThat(half).contains("data-kind=\"latency\"").doesNotContain("data-kind=\"threads\"");
    }

    @Test
    void aRunWithoutAResultKeepsItsThreads() {
        String half = Reports.html(Users.result(List.of(Users.with(
                Users.commonPool(), Optional.empty(), Users.commonPool().observation(), Optional.empty()))));
        assertThat(half).contains("data-kind=\"threads\"").doesNotContain("data-kind=\"latency\"");
    }

    @Test
    void aPoolThatNoSampleHoldsHasNoPlot() {
        Observation seen = Users.commonPool().observation().orElseThrow();
        List<Observation.Sample> entryOnly = seen.series().stream()
                .map(sample -> new Observation.Sample(
                        sample.at(), sample.pools().subList(0, 1), sample.platformThreads(), sample.virtualThreads()))
                .toList();
        Observation partly = seen.withSeries(entryOnly);
        String html = Reports.html(Users.result(List.of(Users.with(
                Users.commonPool(),
                Optional.empty(),
                Optional.of(partly),
                Users.commonPool().diagnosis()))));
        assertThat(html.split("data-kind=\"threads\"", -1)).hasSize(2);
    }

    @Test
    void noRunAtAllIsAPageToo() {
        assertThat(Reports.html(Users.result(List.of()))).contains("No variant was run.");
    }

    @Test
    void aQuickRunSaysThatPublishedFiguresDoNotCompare() {
        String quick = Reports.html(Users.result(List.of(Users.quick(Users.commonPool()))));
        assertThat(quick).contains("This was a quick run").doesNotContain("published 51.4");
    }

    @ParameterizedTest
    @EnumSource(Diagnosis.Verdict.class)
    void everyVerdictHasItsPage(Diagnosis.Verdict verdict) {
        String any = Reports.html(Users.result(List.of(Users.with(
                Users.commonPool(),
                Users.commonPool().result(),
                Optional.empty(),
                Optional.of(Diagnoses.of(verdict))))));
        assertThat(any).contains("Too little was seen.");
    }

    @ParameterizedTest
    @EnumSource(LimitKind.class)
    void everyKindOfLimitHasItsPage(LimitKind kind) {
        String any = Reports.html(Users.result(List.of(Users.with(
                Users.commonPool(),
                Users.commonPool().result(),
                Users.commonPool().observation(),
                Optional.of(Diagnoses.limit(new Limit(kind, "Wächter", OptionalInt.of(6))))))));
        assertThat(any).contains("bound by").contains("Something holds it.");
    }

    @Test
    void whereTheTimeGoesIsTheFirstPictureOfAVariant() {
        String variant = PAGE.substring(PAGE.indexOf("<section class=\"variant"));
        assertThat(variant.indexOf("class=\"breakdown\"")).isPositive().isLessThan(variant.indexOf("class=\"chain\""));
        assertThat(variant.indexOf("class=\"breakdown\"")).isLessThan(variant.indexOf("class=\"plot\""));
    }

    @Test
    void whoHoldsTheLimitIsSaidByLine() {
        assertThat(PAGE)
                .contains("Who holds common-pool")
                .contains("<code title=\"com.example.users.MetadataClient.phone:58\">MetadataClient.phone:58</code>");
    }

    @Test
    void theMovesStandBesideTheRunTheyBelongTo() {
        JsonNode move = data(PAGE).at("/runs/1/moves/0");
        assertThat(move.get("t").size()).isEqualTo(move.get("x").size()).isGreaterThan(20);
        assertThat(move.get("windows").size()).isEqualTo(16);
        assertThat(PAGE).contains("data-kind=\"move\"");
    }

    /** Seconds of one request alone, at the one place that it passes. */
    private static String passing(double alone) {
        Diagnosis found = Evidence.with(
                Diagnoses.of(Diagnosis.Verdict.LIMIT),
                new Diagnosis.Account(
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        List.of(new Place(Place.Kind.QUEUED, "pool", "", 1, 1, alone)),
                        OptionalDouble.empty()),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return Reports.html(Users.result(
                List.of(Users.with(Users.lifted(), Optional.empty(), Optional.empty(), Optional.of(found)))));
    }

    @Test
    void whatARequestTakesAloneHasNoColumnWhereItIsNotKnown() {
        assertThat(passing(0.5)).contains(">Alone</th>", ">Of what is added</th>");
        assertThat(passing(0)).contains(">Under load</th>").doesNotContain(">Alone</th>", ">Of what is added</th>");
    }

    @Test
    void aHostilePlaceStaysText() {
        String hostile = "<img src=x onerror=alert(1)>";
        Diagnosis evil = Evidence.with(
                Diagnoses.of(Diagnosis.Verdict.LIMIT),
                new Diagnosis.Account(
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        List.of(new Place(Place.Kind.AWAITING_OTHER, hostile, hostile, 1, 1, 1)),
                        OptionalDouble.empty()),
                List.of(),
                List.of(new CallSite(hostile, Activity.RUNNING, 1)),
                List.of(),
                List.of());
        String html = Reports.html(Users.result(
                List.of(Users.with(Users.lifted(), Optional.empty(), Optional.empty(), Optional.of(evil)))));
        assertThat(html.replaceAll("=\"[^\"]*\"", "=\"\"").contains("<img")).isFalse();
    }

    @Test
    void headingsAreInOrder() {
        int last = 0;
        var heading = Pattern.compile("<h([1-6])").matcher(PAGE);
        while (heading.find()) {
            int level = Integer.parseInt(heading.group(1));
            assertThat(level).isLessThanOrEqualTo(last + 1);
            last = level;
        }
        assertThat(last).isPositive();
    }

    private static JsonNode data(String page) {
        var script = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertThat(script.find()).isTrue();
        return JsonMapper.shared().readTree(script.group(1));
    }
}
