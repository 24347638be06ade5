package dev.headroom.fanout.spring.slices;

import static dev.headroom.fanout.Part.part;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A test of controllers alone has the downstreams that they ask for, and the answers for fan-outs that failed. */
@WebMvcTest(
        controllers = WebSliceIT.Pages.class,
        properties = {"fanout.downstreams.users.limit=1", "fanout.downstreams.users.queue=0"})
@Import(WebSliceIT.Pages.class)
class WebSliceIT {
    @Autowired
    MockMvc mvc;

    @Autowired
    @Qualifier("users")
    Downstream users;

    @Test
    void theControllerHasItsDownstream() throws Exception {
        mvc.perform(get("/page")).andExpect(status().isOk()).andExpect(content().string("ann"));
    }

    @Test
    void whatItRejectsIsAnsweredAsInTheApplication() throws Exception {
        var permit = users.enter();
        try {
            mvc.perform(get("/page"))
                    .andExpect(status().isServiceUnavailable())
                    .andExpect(header().string("Retry-After", "1"));
        } finally {
            permit.close();
        }
    }

    @RestController
    static class Pages {
        private final Downstream users;

        Pages(@Qualifier("users") Downstream users) {
            this.users = users;
        }

        @GetMapping("/page")
        String page() throws InterruptedException {
            return FanOut.within(Duration.ofSeconds(50)).call(part(users, () -> "ann"));
        }
    }
}
