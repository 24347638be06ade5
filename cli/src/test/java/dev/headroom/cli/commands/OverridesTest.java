package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.lab.experiment.ExperimentFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class OverridesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void aSettingOfTheWatchedServiceStandsBeforeThatOfFileAndVariants() throws Exception {
        Overrides overrides = overrides("--set", "pool=8", "--set", "db:delay=5ms", "--set", "a.b=c=d");
        Experiment changed = overrides.apply(experiment(), List.of());

        assertThat(changed.watched().settings()).containsEntry("pool", "8").containsEntry("a.b", "c=d");
        assertThat(changed.variants())
                .allSatisfy(variant -> assertThat(variant.settings()).containsEntry("pool", "8"));
        assertThat(changed.services().getFirst().settings()).containsOnly(java.util.Map.entry("delay", "5ms"));
        assertThat(overrides.lines()).containsExactly("setting pool=8", "setting db:delay=5ms", "setting a.b=c=d");
    }

    @Test
    void rateUsersAndTimeReplaceThoseOfTheLoadOfTheVariantsThatRun() throws Exception {
        Variant open = overrides("--rate", "50/s", "--for", "2m")
                .apply(experiment(), List.of("open"))
                .variants()
                .getFirst();
        Variant closed = overrides("--users", "7", "--for", "30s")
                .apply(experiment(), List.of("closed"))
                .variants()
                .getFirst();

        assertThat(open.load().orElseThrow()).isInstanceOfSatisfying(Load.Open.class, load -> {
            assertThat(load.rate()).isEqualTo(Rate.perSecond(50));
            assertThat(load.duration()).isEqualTo(Duration.ofMinutes(2));
            assertThat(load.arrivals()).isEqualTo(Arrivals.POISSON);
            assertThat(load.connections()).hasValue(9);
        });
        assertThat(closed.load().orElseThrow()).isInstanceOfSatisfying(Load.Closed.class, load -> {
            assertThat(load.users()).isEqualTo(7);
            assertThat(load.until()).isEqualTo(new Until.Elapsed(Duration.ofSeconds(30)));
            assertThat(load.thinkTime()).isEqualTo(Duration.ofMillis(5));
        });
    }

    @Test
    void whatDoesNotFitTheLoadIsToldWithTheVariant() {
        assertThatThrownBy(() -> overrides("--rate", "50/s").apply(experiment(), List.of()))
                .isInstanceOf(BadInput.class)
                .hasMessage("--rate is for open loads, and that of `closed` is closed: use --users");
        assertThatThrownBy(() -> overrides("--for", "1s").apply(experiment(), List.of("closed")))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("longer than their ramp-up of 2s");
    }

    @Test
    void aCommandIsGivenNoSettings() {
        assertThatThrownBy(() -> overrides("--set", "cache:size=5").apply(experiment(), List.of()))
                .isInstanceOf(BadInput.class)
                .hasMessage(
                        "--set cache:size: `cache` is a command, and only a jar or main class is given settings; change its args or env");
        assertThatThrownBy(() -> overrides("--set", "cash:size=5").apply(experiment(), List.of()))
                .hasMessage("--set cash:size: no service `cash`; there is db, cache, shop");
    }

    @Test
    void theStagesOfALoadAreNotOverridden() {
        assertThatThrownBy(() -> overrides("--rate", "50/s").apply(experiment(), List.of("staged")))
                .isInstanceOf(BadInput.class)
                .hasMessage(
                        "--rate and --for are for loads of one rate, and that of `staged` has stages: change them in the file");
    }

    @Test
    void withoutAnyTheExperimentIsAsItIs() throws Exception {
        Experiment experiment = experiment();

        assertThat(overrides().apply(experiment, List.of())).isSameAs(experiment);
        assertThat(overrides().lines()).isEmpty();
    }

    private static Overrides overrides(String... arguments) {
        Overrides overrides = new Overrides();
        CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
        spec.addMixin("overrides", CommandLine.Model.CommandSpec.forAnnotatedObject(overrides));
        new CommandLine(spec).parseArgs(arguments);
        return overrides;
    }

    private Experiment experiment() throws Exception {
        Files.writeString(folder.resolve("a.jar"), "");
        return ExperimentFile.read(Files.writeString(folder.resolve("shop.yaml"), """
                name: shop
                services:
                  db: { jar: a.jar, port: 0 }
                  cache: { command: [sleep, 60] }
                  shop: { jar: a.jar, port: 0, settings: { pool: 4 } }
                watch: shop
                load: { open: { rate: 20/s, for: 60s, arrivals: poisson, connections: 9 } }
                variants:
                  open: { request: GET /, settings: { pool: 16 } }
                  closed: { request: GET /, load: { closed: { users: 3, ramp-up: 2s, think: 5ms, requests: 9 } } }
                  staged: { request: GET /, load: { open: { stages: [{ rate: 9/s, for: 5s }, { rate: 20/s, for: 5s }] } } }
                """));
    }
}
