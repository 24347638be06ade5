package dev.headroom.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {

    @Test
    void nothingOfAServiceReachesTheTerminalAsACommand() {
        assertThat(Printable.of(
                        "\u001b[31mred\u001b[0m \u001b]0;title\u0007\u001b[2Jgone\r\b\u009b5n\u202egro\n\tnext"))
                .isEqualTo("red gone5ngro\n\tnext");
    }

    @Test
    void linesFitAndANumberKeepsItsUnit() {
        assertThat(Printable.wrap("it takes 10\u00a0ms of a-very-long-word", 12))
                .containsExactly("it takes", "10 ms of", "a-very-long-", "word");
    }
}
