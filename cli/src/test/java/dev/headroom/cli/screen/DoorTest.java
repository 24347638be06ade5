package dev.headroom.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoorTest {

    private static String through(String text, Charset charset, int atOnce) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = text.getBytes(charset);
        try (Door door = new Door(out, charset)) {
            for (int i = 0; i < bytes.length; i += atOnce) {
                door.write(bytes, i, Math.min(atOnce, bytes.length - i));
            }
        }
        return out.toString(charset);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void coloursAndLinesPassAndNothingElseDoesHoweverTheBytesCome(int atOnce) throws IOException {
        String text = "\u001b[1;33mfull\u001b[0m größe 注文 \ud83d\ude00\r\n\tok\n"
                + "\u001b]0;title\u0007 \u001b[2J \u001b[8mhidden \u001b[0;8m \u009b5n \u202e \rover\u001b";
        assertThat(through(text, StandardCharsets.UTF_8, atOnce))
                .isEqualTo(
                        "\u001b[1;33mfull\u001b[0m größe 注文 \ud83d\ude00\r\n\tok\n"
                                + "\\u001b]0;title\\u0007 \\u001b[2J \\u001b[8mhidden \\u001b[0;8m \\u009b5n \\u202e \\u000dover\\u001b");
    }

    @Test
    void anotherEncodingIsReadAsWhatItIs() throws IOException {
        assertThat(through("größe \u009b", StandardCharsets.ISO_8859_1, 1)).isEqualTo("größe \\u009b");
    }

    @Test
    void longTextsComeWhole() throws IOException {
        String text = "größe 注文\n".repeat(10_000);
        assertThat(through(text, StandardCharsets.UTF_8, 1_000_000)).isEqualTo(text);
    }

    @Test
    void theProgramPrintsThroughIt() throws IOException, InterruptedException {
        Process headroom = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "list",
                        "\u001b]0;title\u0007")
                .redirectErrorStream(true)
                .start();
        String said = new String(headroom.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(headroom.waitFor()).isEqualTo(2);
        assertThat(said).contains("\\u001b]0;title\\u0007").doesNotContain("\u001b]", "\u0007");
    }

    @Test
    void whatIsFlushedIsOut() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(new Door(out, StandardCharsets.UTF_8), true, StandardCharsets.UTF_8);
        print.print("asking: ");
        print.flush();
        assertThat(out).hasToString("asking: ");
    }
}
