package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.spring.App;
import dev.headroom.fanout.spring.FanoutProperties;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(OutputCaptureExtension.class)
class LimitWatchTest {
    @Test
    void anErrorDoesNotEndTheWatchAndIsTold(CapturedOutput output) throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("broken", (LimitSource) () -> {
            looks.incrementAndGet();
            throw new StackOverflowError("deep");
        });
        beans.addBean("well", (LimitSource) List::of);
        LimitWatch watch = new LimitWatch(
                beans.getBeanProvider(LimitSource.class),
                new FanoutProperties.Limits(true, Duration.ofSeconds(1), Duration.ofMillis(1)));

        watch.start();
        App.until(() -> looks.get() > 5);
        watch.stop();

        assertThat(output).contains("deep");
    }
}
