package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DumpTargetTest {

    /** The VM of Java 8 calls itself 25.402-b06. */
    @Test
    void theReleaseOfAJvmIsThatOfItsSpecification() {
        assertThat(DumpTarget.feature("1.8")).isEqualTo(8);
        assertThat(DumpTarget.feature("17")).isEqualTo(17);
        assertThat(DumpTarget.feature(System.getProperty("java.specification.version")))
                .isEqualTo(Runtime.version().feature());
        assertThatThrownBy(() -> DumpTarget.feature("")).hasMessageContaining("release of Java");
    }
}
