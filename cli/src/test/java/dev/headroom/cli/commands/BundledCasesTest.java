package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.cli.exit.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundledCasesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path home;

    @Test
    void aCaseIsCalledByItsFolderAndAFurtherExperimentByItsSuffix() throws IOException {
        Path shop = Files.createDirectories(home.resolve("cases/shop"));
        Files.writeString(shop.resolve("experiment.yaml"), "");
        Files.writeString(shop.resolve("experiment-200.yaml"), "");
        Files.writeString(shop.resolve("application.yaml"), "");

        BundledCases cases = new BundledCases(home);
        assertThat(cases.all()).extracting(BundledCases.Case::name).containsExactly("shop", "shop-200");
        assertThat(cases.find("shop-200")).contains(shop.resolve("experiment-200.yaml"));
        assertThat(cases.find("other")).isEmpty();
    }

    @Test
    void theCasesComeInTheOrderInWhichTheyBuildOnEachOtherAndWithoutFurtherExperiments() throws IOException {
        for (String name : List.of("bike", "shop", "users", "value")) {
            Path folder = Files.createDirectories(home.resolve("cases").resolve(name));
            Files.writeString(folder.resolve("experiment.yaml"), "");
            Files.writeString(folder.resolve("experiment-200.yaml"), "");
        }

        assertThat(new BundledCases(home).mains())
                .extracting(BundledCases.Case::name)
                .containsExactly("users", "value", "bike", "shop");
    }

    @Test
    void aPathIsAnExperimentTooAndAnythingElseIsBadInput() throws Exception {
        Path file = Files.writeString(home.resolve("mine.yaml"), "");
        BundledCases none = new BundledCases(home);
        assertThat(ExperimentArgument.resolve(file.toString(), none)).isEqualTo(file);
        assertThatThrownBy(() -> ExperimentArgument.resolve("yours.yaml", none))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("yours.yaml");
    }
}
