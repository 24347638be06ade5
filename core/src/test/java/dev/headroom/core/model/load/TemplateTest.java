package dev.headroom.core.model.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Template.Text;
import dev.headroom.core.model.load.Template.Value;
import org.junit.jupiter.api.Test;

class TemplateTest {

    @Test
    void valuesStandBetweenTexts() {
        assertThat(Template.of("/a/${item.id}?b=${n}").parts())
                .containsExactly(new Text("/a/"), new Value("item.id"), new Text("?b="), new Value("n"));
        assertThat(Template.of("/a/${item.id}?b=${n}").names()).containsExactly("item.id", "n");
    }

    @Test
    void aSecondDollarMakesItTheTextItself() {
        assertThat(Template.of("$${n}").parts()).containsExactly(new Text("${n}"));
        assertThat(Template.marked("$${n}")).isTrue();
    }

    @Test
    void otherTextIsOnlyItself() {
        assertThat(Template.of("${n {\"a\": \"$\"").parts()).containsExactly(new Text("${n {\"a\": \"$\""));
        assertThat(Template.marked("{\"a\": \"$\"}")).isFalse();
        assertThat(Template.of("").parts()).isEmpty();
    }
}
