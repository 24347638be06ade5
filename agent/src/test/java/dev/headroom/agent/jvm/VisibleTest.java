package dev.headroom.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTest {

    @Test
    void whatWouldForgeALineOrTurnTheTextRoundIsShown() {
        String bell = Character.toString(7);
        String csi = Character.toString(0x9b);
        String turned = Character.toString(0x202e);
        assertThat(Visible.of("a\n" + bell + csi + turned + "b"))
                .isEqualTo("a" + hidden("000a") + hidden("0007") + hidden("009b") + hidden("202e") + "b");
    }

    @Test
    void whatHasNoWidthIsShown() {
        assertThat(Visible.of("a" + Character.toString(0x200b) + Character.toString(0xe0001) + "b"))
                .isEqualTo("a" + hidden("200b") + hidden("db40") + hidden("dc01") + "b");
    }

    @Test
    void otherTextStays() {
        assertThat(Visible.of("orders (größe) 4")).isEqualTo("orders (größe) 4");
    }

    private static String hidden(String digits) {
        return '\\' + "u" + digits;
    }
}
