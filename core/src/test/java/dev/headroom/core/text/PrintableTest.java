package dev.headroom.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

    /** First and last of each kind: C0, DEL, C1, of no width, of direction, separators, a byte order mark. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x07, 0x08, 0x0b, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x9b, 0x9f, 0xad, 0x61c, 0x200b, 0x200e, 0x200f,
                0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff
            })
    void whatCannotBeSeenIsShownByItsNumber(int hidden) {
        String shown = String.format("a\\u%04xb", hidden);
        assertThat(Printable.name("a" + Character.toString(hidden) + "b")).isEqualTo(shown);
        assertThat(Printable.of("a" + Character.toString(hidden) + "b")).isEqualTo(shown);
    }

    @Test
    void aCharacterBeyondTheFirstPlaneIsShownAsJsonHasIt() {
        assertThat(Printable.of("a" + Character.toString(0xe0001) + "b")).isEqualTo("a\\udb40\\udc01b");
    }

    @Test
    void halfAPairIsNoCharacter() {
        assertThat(Printable.name("a\ud800b\udc00")).isEqualTo("a\\ufffdb\\ufffd");
    }

    @Test
    void nothingOfAServiceReachesTheTerminalAsACommand() {
        assertThat(Printable.of("\u001b[31mred \u001b]0;title\u0007gone\r\n\tnext"))
                .isEqualTo("\\u001b[31mred \\u001b]0;title\\u0007gone\\u000d\n\tnext");
    }

    @Test
    void aNameHasOneLine() {
        assertThat(Printable.name("orders\n\tforged")).isEqualTo("orders\\u000a\\u0009forged");
    }

    @Test
    void whatOthersSayBeginsNoLine() {
        assertThat(Printable.inLine("no such command\r\n  headroom: nothing binds\u2028forged\n"))
                .isEqualTo("no such command / headroom: nothing binds\\u2028forged");
        assertThat(Printable.inLine("x".repeat(1 << 20))).hasSize(1_003).endsWith("x...");
    }

    @Test
    void whatCanBeSeenStays() {
        assertThat(Printable.name("größe 4\u00a0ms → 注文 \ud83d\ude00 C:\\temp"))
                .isEqualTo("größe 4\u00a0ms → 注文 \ud83d\ude00 C:\\temp");
    }

    @Test
    void linesFitAndANumberKeepsItsUnit() {
        assertThat(Printable.wrap("it takes 10\u00a0ms of a-very-long-word", 12))
                .containsExactly("it takes", "10 ms of", "a-very-long-", "word");
    }
}
