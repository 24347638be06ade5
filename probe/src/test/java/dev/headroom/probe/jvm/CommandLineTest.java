package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            java -Xmx1g -jar /srv/orders.jar --port=1          | orders.jar
            java -cp a.jar:b.jar -Dx=y shop.Main arg            | shop.Main
            java -p mods --add-modules ALL-DEFAULT -m shop/shop.Main | shop/shop.Main
            java --add-opens java.base/java.lang=ALL-UNNAMED src/shop/Main.java | Main.java
            /usr/bin/jsvc                                       | ''
            """)
    void theProgramIsTheFirstWordThatNoOptionTakes(String command, String name) {
        assertThat(CommandLine.of(List.of(command.strip().split(" ")), List.of())
                        .name())
                .isEqualTo(name);
    }

    @Test
    void optionsOfTheEnvironmentComeBeforeThoseOfTheCommandWhichWin() {
        CommandLine command = CommandLine.of(
                List.of("java", "-XX:-DisableAttachMechanism", "Main"),
                List.of("-XX:+DisableAttachMechanism -Dtitle='two words'"));
        assertThat(command.flag("DisableAttachMechanism")).hasValue(false);
        assertThat(command.options())
                .containsExactly("-XX:+DisableAttachMechanism", "-Dtitle=two words", "-XX:-DisableAttachMechanism");
    }

    @Test
    void argumentsOfTheProgramAreNoOptionsOfTheJvm() {
        CommandLine command = CommandLine.of(List.of("java", "Main", "-Xrs"), List.of());
        assertThat(command.options()).isEmpty();
    }
}
