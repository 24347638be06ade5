package dev.headroom.probe.classify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatalogueTest {

    @Test
    void whereTheCapacityIsASumOfPartsTheAdviceSaysSo() {
        assertThat(remedy("okhttp")).isEqualTo("more requests for each host; the number is that of all of them");
        assertThat(remedy("hikari")).doesNotContain("all of them");
    }

    private static String remedy(String id) {
        return Catalogue.entry(id).orElseThrow().remedy();
    }
}
