package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.attach.ClassHistogram;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.target.Jvms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(120)
class ClassHistogramIT extends Started {

    @Test
    void aRealJvmCountsItsObjects() throws Exception {
        Process target = start(Jvms.current(), List.of(), "executor", "sleep", "100", "1");

        Map<String, Long> counts =
                ClassHistogram.of(ProcessId.now(target.pid())).objects();

        assertThat(counts.get("java.lang.Thread")).isPositive();
        assertThat(counts.get("java.util.concurrent.ThreadPoolExecutor")).isPositive();
    }
}
