package dev.headroom.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleTest {

    /** The load's own; nothing of a service is claimed. */
    private static final Set<LimitKind> NO_RULE = EnumSet.of(LimitKind.GENERATOR);

    /** Trials name them by what they are where that is known: new connections by the processor that they fill, an unknown by the kind that it has. */
    private static final Set<LimitKind> NO_TRIAL =
            EnumSet.of(LimitKind.GENERATOR, LimitKind.TIMEOUT, LimitKind.CONNECTION_CHURN, LimitKind.UNKNOWN);

    @Test
    void eachKindOfLimitIsClaimedByARule() throws IOException {
        Path main = Path.of("src/main/java/dev/headroom/core");
        StringBuilder claims = new StringBuilder(Files.readString(main.resolve("model/observation/StationKind.java")));
        try (Stream<Path> rules = Files.list(main.resolve("rules"))) {
            for (Path rule : rules.toList()) {
                claims.append(Files.readString(rule));
            }
        }
        assertThat(EnumSet.complementOf(EnumSet.copyOf(NO_RULE)))
                .allMatch(kind -> Pattern.compile("LimitKind\\." + kind + "\\b")
                        .matcher(claims)
                        .find());
    }

    @Test
    void eachKindOfLimitHasATrial() throws IOException {
        String trials = Files.readString(Path.of("..", "trials", "trials.yaml"));
        List<LimitKind> without = EnumSet.complementOf(EnumSet.copyOf(NO_TRIAL)).stream()
                .filter(kind -> !trials.contains("kind: " + kind.id()))
                .toList();
        assertThat(without).isEmpty();
    }
}
