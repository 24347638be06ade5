package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.load.recording.LoadProgress;
import dev.headroom.load.recording.LoadProgress.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveFrameTest {

    private static final LoadProgress LOAD =
            new LoadProgress(Phase.LOAD, Duration.ofSeconds(23), Duration.ofSeconds(60), 460, 2, 215, 10.4, 11_930);

    private static final List<PoolSample> POOLS = List.of(
            new PoolSample("common-pool", 7, 7, OptionalInt.of(380), Map.of()),
            new PoolSample("tomcat-8888", 200, 200, OptionalInt.of(15), Map.of()),
            new PoolSample("asleep", 4, 0, OptionalInt.of(0), Map.of()));

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 200})
    void aPictureTellsPhaseCountsAndFullPoolsAndFitsTheTerminal(int width) {
        List<AttributedString> frame = LiveFrame.render(
                "2/5 common-pool", LOAD, Optional.empty(), POOLS, Map.of("tomcat-8888", 200, "common-pool", 7), width);

        assertThat(frame).allSatisfy(line -> assertThat(line.columnLength()).isLessThanOrEqualTo(width));
        assertThat(frame).hasSize(4);
        assertThat(frame.get(0).toString()).contains("2/5 common-pool", "load", "0:23 / 1:00");
        assertThat(frame.get(1).toString()).contains("10.4/s", "in flight 215", "errors 2");
        assertThat(frame.get(2).toString()).contains("tomcat-8888", "200/200");
        assertThat(frame.get(3).toString()).contains("common-pool", "7/7");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 200})
    void whatSeemsToBindStandsAboveThePoolsAndIsCutToTheTerminal(int width) {
        String sentence =
                "All 7 threads of common-pool are busy, each request needs 1 of them for 1 s: that is 7/s. ".repeat(3);

        List<AttributedString> frame =
                LiveFrame.render("2/5 common-pool", LOAD, Optional.of(sentence), POOLS, Map.of(), width);

        assertThat(frame).allSatisfy(line -> assertThat(line.columnLength()).isLessThanOrEqualTo(width));
        assertThat(frame).hasSize(5);
        assertThat(frame.get(2).toString())
                .contains("so far All 7 threads of common-pool")
                .endsWith("…");
    }

    @Test
    void withoutColoursItIsTheSameText() {
        List<AttributedString> frame = LiveFrame.render("a", LOAD, Optional.of("All are busy"), POOLS, Map.of(), 80);

        assertThat(LiveFrame.plain(frame))
                .extracting(AttributedString::toAnsi)
                .isEqualTo(frame.stream().map(AttributedString::toString).toList());
        assertThat(frame.getFirst().toAnsi()).isNotEqualTo(frame.getFirst().toString());
    }

    @Test
    void namesOfPoolsMoveNoCursor() {
        List<PoolSample> pools = List.of(new PoolSample("p\u001b[2J\b", 1, 1, OptionalInt.of(0), Map.of()));

        assertThat(LiveFrame.render("a", LOAD, Optional.of("\u001b]0;x\u0007it"), pools, Map.of(), 80)
                        .toString())
                .contains("so far \\u001b]0;x\\u0007it", "p\\u001b[2J")
                .doesNotContain("\u001b", "\b");
    }
}
