package dev.headroom.lab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PortHolderTest {

    @TempDir
    private Path process;

    @Test
    void theWordsOfACommandAreTold() throws Exception {
        Files.writeString(process.resolve("cmdline"), "java\0-jar\0shop.jar\0");
        assertThat(PortHolder.commandOf(process, Duration.ofSeconds(30))).isEqualTo("java -jar shop.jar");
    }

    /** A pipe stands for a memory that does not answer. */
    @Test
    void aProcessThatDoesNotLetItselfBeReadHoldsNobodyUp() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", process.resolve("cmdline").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(PortHolder.commandOf(process, Duration.ofMillis(200))).isEqualTo("its command cannot be read");
    }
}
