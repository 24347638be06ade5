package dev.headroom.core.model.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MixTest {

    private static final Request REQUEST = Request.get(URI.create("http://127.0.0.1/"));

    @Test
    void aCycleIsAsShortAsTheWeightsAllow() {
        Mix.Part view = new Mix.Part("view", 30, REQUEST);
        Mix.Part order = new Mix.Part("order", 10, REQUEST);
        Mix mix = new Mix(List.of(view, order));

        assertThat(mix.cycle()).isEqualTo(4);
        assertThat(mix.turns(view)).isEqualTo(3);
        assertThat(mix.share(order)).isEqualTo(0.25);
    }

    private static Mix.Part step(String name, int weight, String sequence) {
        return new Mix.Part(name, weight, REQUEST, sequence, List.of());
    }

    @Test
    void stepsTakeTheirTurnTogetherAndEachCountsAsARequest() {
        Mix.Part view = new Mix.Part("view", 4, REQUEST);
        Mix.Part cart = step("buy/cart", 2, "buy");
        Mix.Part order = step("buy/order", 2, "buy");
        Mix mix = new Mix(List.of(view, cart, order));

        assertThat(mix.sequences()).containsExactly(new Mix.Sequence(0, 1), new Mix.Sequence(1, 2));
        assertThat(mix.cycle()).isEqualTo(4);
        assertThat(mix.share(order)).isEqualTo(0.25);
        Turns turns = mix.turns();
        assertThat(List.of(turns.next(), turns.next(), turns.next())).containsExactlyInAnyOrder(0, 0, 1);
    }

    @Test
    void aStepAloneComesWithThoseBeforeIt() {
        Mix.Part view = new Mix.Part("view", 1, REQUEST);
        Mix.Part cart = step("buy/cart", 1, "buy");
        Mix.Part order = step("buy/order", 1, "buy");
        Mix mix = new Mix(List.of(view, cart, order));

        assertThat(mix.upTo(order).parts()).containsExactly(cart, order);
        assertThat(mix.upTo(cart).parts()).containsExactly(cart);
        assertThat(mix.upTo(view).parts()).containsExactly(view);
        assertThat(mix.before(order)).contains(cart);
        assertThat(mix.before(cart)).isEmpty();
    }

    @Test
    void requestsWithoutValuesArePlain() {
        assertThat(Mix.of(REQUEST).plain()).isTrue();
        assertThat(new Mix(List.of(step("a", 1, "b"))).plain()).isFalse();
        assertThat(Mix.of(new Request("GET", REQUEST.service(), "/${x}", Map.of(), "", Success.DEFAULT))
                        .plain())
                .isFalse();
        assertThat(Mix.of(new Request("GET", REQUEST.service(), "/", Map.of("A", "${x}"), "", Success.DEFAULT))
                        .plain())
                .isFalse();
    }
}
