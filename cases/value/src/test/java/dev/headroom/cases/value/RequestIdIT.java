package dev.headroom.cases.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.common.RequestId;
import dev.headroom.cases.testing.Running;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("nightly")
class RequestIdIT {

    @ParameterizedTest
    @ValueSource(strings = {"servlet", "netty"})
    void aRequestWithoutAnIdOrWithAnUnsafeOneGetsItsOwn(String profile) throws Exception {
        try (Running service = Start.on(profile, "--value.delay=0ms")) {
            String first = idOf(service.get("/value"));
            String second = idOf(service.get("/value", RequestId.HEADER, "a [forged] INFO line"));
            assertThat(first).matches("[0-9a-f]{8}").isNotEqualTo(second);
            assertThat(second).matches("[0-9a-f]{8}");
        }
    }

    private static String idOf(HttpResponse<String> answer) {
        return answer.headers().firstValue(RequestId.HEADER).orElseThrow();
    }
}
