package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LiveCampaignTest {

    @Test
    void aNameInACommandIsWholeAndRunsNothingElse() {
        String address = "inventory.warehouse.eu-central-1.internal.example.org:9191";
        assertThat(LiveCampaign.quoted(address)).isEqualTo("'" + address + "'");
        assertThat(LiveCampaign.quoted("x'; reboot; '")).isEqualTo("NAME");
        assertThat(LiveCampaign.quoted("$(reboot)")).isEqualTo("'$(reboot)'");
    }
}
