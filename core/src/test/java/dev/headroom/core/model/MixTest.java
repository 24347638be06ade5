package dev.headroom.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
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
}
