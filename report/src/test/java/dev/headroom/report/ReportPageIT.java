package dev.headroom.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.model.result.Run;
import dev.headroom.report.browser.Chromium;
import dev.headroom.report.browser.Tab;
import dev.headroom.report.fixture.Eleven;
import dev.headroom.report.fixture.Look;
import dev.headroom.report.fixture.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The page in a real browser, opened from a file. */
@NullUnmarked
class ReportPageIT {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    @TempDir
    static Path folder;

    private static Chromium browser;
    /** Of a page, for each variant. */
    private static final int MOST_WORDS = 500;

    private static Path page;
    private static Path eleven;
    private Tab tab;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> executable = Chromium.find();
        if (executable.isEmpty() && System.getenv("CI") != null) {
            throw new IllegalStateException(
                    "the page must be tested in a browser here, but there is none: install chromium,"
                            + " or name one in the environment variable CHROMIUM");
        }
        assumeTrue(executable.isPresent(), "no chromium or google-chrome on the path, none named in CHROMIUM");
        browser = Chromium.start(
                executable.get(),
                Files.createTempDirectory(Path.of("target"), "browser").toAbsolutePath());
        page = write("report.html", Users.result().runs());
        eleven = write("eleven.html", Eleven.runs());
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws IOException, InterruptedException {
        tab = browser.open();
        tab.size(1280, 900, false);
    }

    @AfterEach
    void close() {
        tab.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void loadsWithoutAComplaintAndAsksForNothingButItself(String scheme) {
        tab.scheme(scheme);
        tab.show(page.toUri());
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.requests())
                .isNotEmpty()
                .allSatisfy(address -> assertThat(address).matches("(file|data):.*"));
        assertThat(tab.evaluate("document.documentElement.dataset.theme").asString())
                .isEqualTo(scheme);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void everyPlotHasDataAndIsDrawn(String scheme) {
        tab.scheme(scheme);
        tab.show(page.toUri());
        tab.evaluate("headroom.drawAll()");
        tab.settle();
        JsonNode plots = tab.evaluate("""
                headroom.charts().map(chart => {
                  const canvas = chart.place.querySelector('canvas');
                  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                  const colours = new Set();
                  for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] > 200) colours.add(pixels.slice(i, i + 3).join());
                  return { kind: chart.kind, pool: chart.pool, colours: colours.size,
                    points: Math.min(...chart.plot.data.map(column => column.length)),
                    values: chart.plot.data.slice(1).flat().filter(value => value > 0).length };
                })""");
        assertThat(plots.size()).isEqualTo((int)
                tab.evaluate("document.querySelectorAll('.plot').length").asInt());
        assertThat(plots).isNotEmpty().allSatisfy(plot -> {
            assertThat(plot.get("points").asInt()).as(plot.toString()).isGreaterThan(20);
            assertThat(plot.get("values").asInt()).as(plot.toString()).isGreaterThan(20);
            assertThat(plot.get("colours").asInt()).as(plot.toString()).isGreaterThan(3);
        });
        assertThat(plots)
                .anyMatch(plot -> plot.get("kind").asString().equals("threads")
                        && plot.get("pool").asString().equals("common-pool"));
    }

    @Test
    void aPlotIsDrawnWhenItComesNearTheView() {
        tab.show(eleven.toUri());
        int first = tab.evaluate("headroom.charts().length").asInt();
        assertThat(first)
                .isLessThan(tab.evaluate("document.querySelectorAll('.plot').length")
                                .asInt()
                        / 2);
        String last = "[...document.querySelectorAll('.plot')].at(-1)";
        assertThat(tab.evaluate(last + ".querySelector('canvas') === null").asBoolean())
                .isTrue();

        tab.evaluate(last + ".closest('details').open = true, " + last + ".scrollIntoView({behavior: 'instant'})");
        tab.settle();

        assertThat(tab.evaluate(last + ".querySelector('canvas') !== null").asBoolean())
                .isTrue();
        tab.evaluate("document.getElementById('theme').click()");
        assertThat(tab.complaints()).isEmpty();
    }

    @Test
    void theTwoThemesDifferAndTheButtonTurnsOneIntoTheOther() {
        tab.scheme("light");
        tab.show(page.toUri());
        String background = "getComputedStyle(document.body).backgroundColor";
        String light = tab.evaluate(background).asString();
        tab.evaluate("document.getElementById('theme').click()");
        assertThat(tab.evaluate(background).asString()).isNotEqualTo(light);
        tab.evaluate("document.getElementById('theme').click()");
        assertThat(tab.evaluate(background).asString()).isEqualTo(light);
        assertThat(tab.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 375, 768, 1280})
    @Tag("nightly")
    void noWidthMakesThePageScrollSideways(int width) {
        tab.size(width, 812, width < 700);
        tab.show(page.toUri());
        tab.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })");
        tab.settle();
        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(width);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void allTextHasEnoughContrast(String scheme) {
        tab.scheme(scheme);
        tab.show(page.toUri());
        tab.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })");
        assertThat(tab.evaluate(Contrast.TOO_LITTLE)).isEmpty();
    }

    @Test
    void theFiguresOfAPlotCanBeReadAsATable() {
        tab.show(page.toUri());
        tab.evaluate(
                "document.querySelector('[data-kind=latency]').parentElement.querySelector('details.data').open = true");
        tab.settle();
        assertThat(tab.evaluate("document.querySelectorAll('details.data[open] tbody tr').length")
                        .asInt())
                .isEqualTo(Users.sequential().result().orElseThrow().series().size());
        assertThat(tab.evaluate("document.querySelector('details.data[open] thead').textContent")
                        .asString())
                .isEqualTo("atmaxp95p50");
    }

    @Test
    void beforeAnythingIsUnfoldedThePageSaysItInFewWords() {
        tab.show(eleven.toUri());
        int variants = Eleven.runs().size();
        assertThat(tab.evaluate("document.querySelector('main').innerText.split(/\\s+/).length")
                        .asInt())
                .isLessThan(MOST_WORDS * variants);
    }

    @Test
    void plotsHaveANameAndWordsForThoseWhoCannotSeeThem() {
        tab.show(page.toUri());
        assertThat(tab.evaluate("[...document.querySelectorAll('.plot')].filter(p => p.getAttribute('role') !== 'img'"
                                + " || p.getAttribute('aria-label').length < 30).length")
                        .asInt())
                .isZero();
        assertThat(tab.evaluate("[...document.querySelectorAll('th:not(.u-legend th)')].filter(th => !th.scope).length")
                        .asInt())
                .isZero();
    }

    @Test
    void theStoryStandsBeforeTheTablesInTheOrderOfTheExperiment() {
        tab.show(eleven.toUri());
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.evaluate("[...document.querySelectorAll('main h2')].slice(0, 4).map(h => h.id).join()")
                        .asString())
                .isEqualTo("steps-title,comparison-title,live-title,costs-title");
        assertThat(tab.evaluate("[...document.querySelectorAll('.step h3 a')].map(a => a.textContent).join()")
                        .asString())
                .isEqualTo(
                        Eleven.runs().stream().map(run -> run.variant().name()).collect(Collectors.joining(",")));
        assertThat(tab.evaluate("[...document.querySelectorAll('a[href^=\"#\"]')]"
                                + ".filter(a => !document.getElementById(a.hash.slice(1))).length")
                        .asInt())
                .as("links that lead nowhere")
                .isZero();
    }

    @Test
    void whatProvesALimitIsMarkedAndWhatDoesNotIsNot() {
        tab.show(eleven.toUri());
        assertThat(tab.evaluate("document.querySelectorAll('.effects .evidence.yes').length")
                        .asInt())
                .isEqualTo(3);
        assertThat(tab.evaluate("document.querySelectorAll('.effects .evidence:not(.yes)').length")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void placesFillTheWidthOfTheirAxis() {
        tab.show(page.toUri());
        assertThat(tab.evaluate("[...document.querySelectorAll('#variant-2 .parts')].map(bar =>"
                                + " [...bar.children].reduce((sum, part) => sum + part.getBoundingClientRect().width, 0)"
                                + " / bar.parentElement.clientWidth).every(share => Math.abs(share - 1) < .01)")
                        .asBoolean())
                .isTrue();
        assertThat(tab.evaluate("document.querySelectorAll('#variant-2 .part-of.limit').length")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void liveThreadsOfAllVariantsAreDrawnOnOneScale() {
        tab.show(eleven.toUri());
        JsonNode scales = tab.evaluate("headroom.drawAll(), headroom.charts().filter(chart => chart.kind === 'live')"
                + ".map(chart => chart.plot.scales.y.max + ' ' + chart.plot.scales.x.max)");
        assertThat(scales.size()).isEqualTo(10);
        assertThat(scales).allSatisfy(scale -> assertThat(scale).isEqualTo(scales.get(0)));
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {320, 768, 1280})
    void elevenVariantsFitEveryWidth(int width) {
        tab.size(width, 812, width < 700);
        tab.show(eleven.toUri());
        tab.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })");
        tab.settle();
        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(width);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void textOfElevenVariantsHasEnoughContrast(String scheme) {
        tab.scheme(scheme);
        tab.show(eleven.toUri());
        tab.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })");
        assertThat(tab.evaluate(Contrast.TOO_LITTLE)).isEmpty();
    }

    @Test
    void aPageOfBrokenRunsWorksToo() throws IOException {
        String hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
        Run half = Users.with(
                Users.commonPool(), Optional.empty(), Users.commonPool().observation(), Optional.empty());
        Path partial =
                write("partial.html", List.of(half, Users.brokenOff(hostile, "the disk is full"), Users.lifted()));
        tab.show(partial.toUri());
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.evaluate("headroom.drawAll(), headroom.charts().length").asInt())
                .isPositive();
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.evaluate("document.getElementById('variant-2-title').textContent")
                        .asString())
                .isEqualTo(hostile);
        assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt())
                .isZero();
    }

    @Test
    @Tag("nightly")
    void printsInLightColours() {
        tab.scheme("dark");
        tab.show(page.toUri());
        tab.evaluate("dispatchEvent(new Event('beforeprint'))");
        tab.media("print", "dark");
        assertThat(tab.evaluate("getComputedStyle(document.body).backgroundColor")
                        .asString())
                .isEqualTo("rgb(255, 255, 255)");
        assertThat(tab.evaluate("getComputedStyle(document.querySelector('.top')).display")
                        .asString())
                .isEqualTo("none");
    }

    @Test
    @Tag("nightly")
    void picturesForTheEye() throws IOException {
        Look.pictures(tab, page, SCREENSHOTS);
        for (String name : List.of("light.png", "dark.png", "phone.png")) {
            assertThat(Files.size(SCREENSHOTS.resolve(name))).isGreaterThan(50_000);
        }
    }

    private static Path write(String name, List<Run> runs) throws IOException {
        return Files.writeString(folder.resolve(name), Reports.html(Users.result(runs)));
    }
}
