package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.target.Holder;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Pipelined;
import dev.headroom.probe.target.Spaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@EnabledOnOs(OS.LINUX)
class RunningJvmsIT extends Started {

    private RunningJvm start(Path home, String... options) throws Exception {
        Process process = start(home, List.of(options), "executor", "sleep", "100", "1");
        return RunningJvms.of(process.pid()).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("dev.headroom.probe.target.Jvms#homes")
    void aJvmIsToldByItsFilesAloneAndItsSecretsAreNot(Path home) throws Exception {
        RunningJvm jvm = start(home, "-Ddb.password=s3cret", "-Dshop.size=7");

        assertThat(jvm.vm()).isEqualTo("HotSpot");
        assertThat(Files.readString(home.resolve("release"))).contains("JAVA_VERSION=\"" + jvm.version() + "\"");
        assertThat(jvm.vendor()).isNotEmpty();
        assertThat(jvm.name()).contains("Holder");
        assertThat(jvm.ports()).hasSize(1);
        assertThat(jvm.container()).isEmpty();
        assertThat(jvm.access()).isEqualTo(Access.AGENT);
        assertThat(jvm.arguments()).contains("-Dshop.size=7");
        assertThat(jvm.toString()).doesNotContain("s3cret");
        assertThat(Path.of("/tmp/.java_pid" + jvm.pid()))
                .as("the attach socket, which it opens when it is asked")
                .satisfies(socket -> assertThat(isNewer(socket, jvm)).isFalse());
        assertThat(RunningJvms.list()).contains(jvm);
        assertThat(RunningJvms.find(":" + jvm.ports().getFirst())).isEqualTo(jvm);
    }

    private static boolean isNewer(Path socket, RunningJvm jvm) throws Exception {
        return Files.exists(socket)
                && Files.getLastModifiedTime(socket)
                        .toInstant()
                        .isAfter(ProcessHandle.of(jvm.pid())
                                .orElseThrow()
                                .info()
                                .startInstant()
                                .orElseThrow());
    }

    @Test
    void whatKeepsUsOutIsSaid() throws Exception {
        RunningJvm disabled = start(Jvms.current(), "-XX:+DisableAttachMechanism");
        assertThat(disabled.access()).isEqualTo(Access.NOTHING);
        assertThat(disabled.why()).contains("-XX:+DisableAttachMechanism");

        RunningJvm noAgents = start(Jvms.current(), "-XX:-EnableDynamicAgentLoading");
        assertThat(noAgents.access()).isEqualTo(Access.ATTACH_ONLY);
        assertThat(noAgents.why()).contains("EnableDynamicAgentLoading");
    }

    @Test
    void withXrsTheSocketIsOpenFromTheStartAndOnceItIsGoneNothingCanBeDone() throws Exception {
        RunningJvm open = start(Jvms.current(), "-Xrs");
        assertThat(open.access()).isEqualTo(Access.AGENT);

        Files.delete(Path.of("/tmp/.java_pid" + open.pid()));
        RunningJvm shut = RunningJvms.of(open.pid()).orElseThrow();
        assertThat(shut.access()).isEqualTo(Access.NOTHING);
        assertThat(shut.why()).contains("SIGQUIT", "-Xrs");
    }

    @Test
    void serversAreToldByTheJarsOfTheClassPath() throws Exception {
        started.add(Jvms.start(Pipelined.class, Jvms.current(), List.of("-cp", Jvms.classPath("tomcat")), "100"));
        assertThat(RunningJvms.of(started.getFirst().pid()).orElseThrow().frameworks())
                .singleElement()
                .asString()
                .startsWith("Tomcat ");
    }

    @Test
    void aJvmInNamespacesOfItsOwnIsToldAsSuch() throws Exception {
        assumeTrue(Spaces.allowed(), "this user may not make namespaces");
        Process unshare = Spaces.start(Holder.class, Jvms.current(), List.of(), "executor", "sleep", "100", "1");
        started.add(unshare);
        RunningJvm jvm = RunningJvms.of(Spaces.pid(unshare)).orElseThrow();
        assertThat(jvm.pidInside()).isEqualTo(1);
        assertThat(jvm.container()).isEqualTo("own pid and mnt namespace");
        assertThat(jvm.access()).isEqualTo(Access.AGENT);
        assertThat(jvm.version()).isEqualTo(System.getProperty("java.version"));
    }

    @Test
    void whatIsNoJvmIsNone() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "60").start();
        started.add(sleep);
        assertThat(RunningJvms.of(sleep.pid())).isEmpty();
        assertThatThrownBy(() -> RunningJvms.find(Long.toString(sleep.pid())))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("process " + sleep.pid() + " (sleep) is no JVM");
    }

    @Test
    void anExecutableWithTheHeapOfANativeImageIsOne(@TempDir Path folder) throws Exception {
        Path heap = Files.writeString(folder.resolve("heap"), "heap");
        Path image = folder.resolve("image");
        assumeTrue(adds(".svm_heap=" + heap, image), "there is no objcopy");
        Process process = new ProcessBuilder(image.toString(), "60").start();
        started.add(process);
        RunningJvm found = RunningJvms.of(process.pid()).orElseThrow();
        assertThat(found.vm()).isEqualTo("native image");
        assertThat(found.access()).isEqualTo(Access.NOTHING);
        assertThat(found.why()).contains("native image");
    }

    private static boolean adds(String section, Path to) throws InterruptedException {
        try {
            Process objcopy =
                    new ProcessBuilder("objcopy", "--add-section", section, "/bin/sleep", to.toString()).start();
            return objcopy.waitFor(30, TimeUnit.SECONDS) && objcopy.exitValue() == 0;
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
