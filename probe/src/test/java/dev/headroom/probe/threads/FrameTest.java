package dev.headroom.probe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTest {

    @ParameterizedTest
    @CsvSource({
        "java.lang.Thread.run(java.base@25/Thread.java:1474), java.lang.Thread.run, -1, false",
        "java.base/java.lang.Thread.run(Thread.java:1474), java.lang.Thread.run, -1, false",
        "shop.Order.place(Order.java:12), shop.Order.place, 12, false",
        "shop.Order$$Lambda/0x00007f.run(Unknown Source), shop.Order$$Lambda/0x00007f.run, 0, true",
        "java.base/java.lang.invoke.LambdaForm$DMH/0x4a.go(LambdaForm$DMH), java.lang.invoke.LambdaForm$DMH/0x4a.go, -1, true"
    })
    void aFrameIsAMethodWithoutItsModule(String text, String method, int line, boolean hidden) {
        Frame frame = Frame.of(text);
        assertThat(frame.method()).isEqualTo(method);
        assertThat(frame.line()).isEqualTo(line);
        assertThat(frame.isHidden()).isEqualTo(hidden);
    }
}
