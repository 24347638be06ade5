package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private static CommandLine with(Map<String, String> files, String... words) {
        return CommandLine.of(List.of(words), List.of("@env"), file -> Optional.ofNullable(files.get(file)));
    }

    @Test
    void filesOfArgumentsAreReadWhereTheyStand() {
        CommandLine command = with(
                Map.of(
                        "env", "-Xrs",
                        "a", "# attach\n-XX:+DisableAttachMechanism -Dtitle=\"two \\\"words\" @b",
                        "c", "-cp x.jar shop.Main @b"),
                "java",
                "@a",
                "-Dlast=@a",
                "@c",
                "@d");

        assertThat(command.options())
                .containsExactly(
                        "-Xrs",
                        "-XX:+DisableAttachMechanism",
                        "-Dtitle=two \"words",
                        "@b",
                        "-Dlast=@a",
                        "-cp",
                        "x.jar");
        assertThat(command.main()).isEqualTo("shop.Main");
        assertThat(command.unread()).isEmpty();
        assertThat(WayIn.bar(command, new HotSpotCounters(Map.of())))
                .hasValue("it was started with -XX:+DisableAttachMechanism");
    }

    @Test
    void filesOfFlagsAreReadAndTheCommandWins() {
        CommandLine command = with(
                Map.of("env", "", "/rc", "+DisableAttachMechanism\nMaxHeapSize=1g", "o", "-XX:+UseSerialGC"),
                "java",
                "-XX:Flags=/rc",
                "-XX:VMOptionsFile=o",
                "-XX:-DisableAttachMechanism",
                "Main");

        assertThat(command.options()).contains("-XX:MaxHeapSize=1g", "-XX:+UseSerialGC");
        assertThat(command.flag("DisableAttachMechanism")).hasValue(false);
    }

    @Test
    void whereAFileCannotBeReadTheJvmsOwnArgumentsTellOrNothingIsSent() {
        CommandLine command = with(Map.of("env", ""), "java", "@gone", "-XX:Flags=rc", "Main");
        assertThat(command.unread()).containsExactly("gone", "rc");
        assertThat(WayIn.bar(command, new HotSpotCounters(Map.of())).orElseThrow())
                .contains("gone, rc", "cannot be read. Nothing was sent");
        assertThat(WayIn.bar(command, told("-Xmx1g -XX:Flags=rc", ""))).isEmpty();
        assertThat(WayIn.bar(command, told("-Xmx1g", "+DisableAttachMechanism")))
                .hasValue("it was started with -XX:+DisableAttachMechanism");
        assertThat(WayIn.bar(command, told("-Dx=" + "y".repeat(1_019), "")))
                .as("the rest is cut off")
                .isPresent();
        assertThat(WayIn.bar(command, able("11000000"))).as("it says so itself").isEmpty();
        assertThat(WayIn.bar(command, able("01000000"))).hasValue("it was started with -XX:+DisableAttachMechanism");
    }

    private static HotSpotCounters able(String capabilities) {
        return new HotSpotCounters(Map.of("sun.rt.jvmCapabilities", capabilities));
    }

    private static HotSpotCounters told(String arguments, String flags) {
        return new HotSpotCounters(Map.of("java.rt.vmArgs", arguments, "java.rt.vmFlags", flags));
    }

    @Test
    void noFileIsMeantAfterTheLauncherWasToldSo() {
        CommandLine command = with(Map.of("env", ""), "java", "--disable-@files", "-Dx", "@a", "@@b");
        assertThat(command.unread()).isEmpty();
    }

    @Test
    void argumentsOfTheProgramAreNoOptionsOfTheJvm() {
        CommandLine command = CommandLine.of(List.of("java", "Main", "-Xrs"), List.of());
        assertThat(command.options()).isEmpty();
    }
}
