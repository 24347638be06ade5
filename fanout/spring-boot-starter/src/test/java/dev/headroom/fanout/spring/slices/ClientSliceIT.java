package dev.headroom.fanout.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import dev.headroom.fanout.Downstream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;

/** A test of clients alone mocks the service of a downstream's client as it does of any other. */
@RestClientTest(properties = "fanout.downstreams.users.limit=1")
@Import(ClientSliceIT.Users.class)
class ClientSliceIT {
    @Autowired
    MockRestServiceServer server;

    @Autowired
    Users client;

    @Autowired
    @Qualifier("users")
    Downstream users;

    @Test
    void theMockAnswersBehindTheGate() {
        server.expect(requestTo("/users/1")).andRespond(withSuccess("ann", MediaType.TEXT_PLAIN));
        assertThat(client.client.get().uri("/users/1").retrieve().body(String.class))
                .isEqualTo("ann");
        assertThat(users.usage().succeeded()).isEqualTo(1);
    }

    static class Users {
        final RestClient client;

        Users(@Qualifier("users") RestClient.Builder builder) {
            this.client = builder.build();
        }
    }
}
