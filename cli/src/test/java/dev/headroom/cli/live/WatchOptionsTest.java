package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.live.WatchOptions.Sort;
import org.junit.jupiter.api.Test;

class WatchOptionsTest {

    private static WatchOptions after(String keys) {
        return keys.chars().boxed().reduce(WatchOptions.DEFAULT, WatchOptions::key, (one, other) -> other);
    }

    @Test
    void whileAFilterIsTypedKeysAreItsLetters() {
        WatchOptions typing = after("/Sd q\bx");
        assertThat(typing.typing()).isTrue();
        assertThat(typing.filter()).isEqualTo("Sd x");
        assertThat(typing.detail()).isFalse();
        assertThat(typing.frozen()).isFalse();
        assertThat(after("/\b\177").filter()).isEmpty();
    }

    @Test
    void enterKeepsTheFilterAndEscapeTakesItAway() {
        WatchOptions kept = after("/hik\r");
        assertThat(kept.typing()).isFalse();
        assertThat(kept.shows("HikariPool-1")).isTrue();
        assertThat(kept.shows("tomcat-8080")).isFalse();
        assertThat(after("/hik\r\033").shows("tomcat-8080")).isTrue();
        assertThat(after("/hik\033").typing()).isFalse();
    }

    @Test
    void otherKeysSortShowLinesAndFreeze() {
        assertThat(after("s").sort()).isEqualTo(Sort.QUEUE);
        assertThat(after("sss").sort()).isEqualTo(Sort.USE);
        assertThat(after("d").detail()).isTrue();
        assertThat(after("dd").detail()).isFalse();
        assertThat(after(" ").frozen()).isTrue();
        assertThat(after("s/x\r").sort()).isEqualTo(Sort.QUEUE);
    }
}
