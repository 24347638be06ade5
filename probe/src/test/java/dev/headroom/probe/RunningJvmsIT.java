package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.text.Secrets;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.FirstChange;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.target.Holder;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Pipelined;
import dev.headroom.probe.target.Spaces;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
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

    @Test
    void whoseFirstChangeOfAClassCostsItsCompiledCodeIsTold() throws Exception {
        RunningJvm jvm = start(Jvms.current(), "-XX:+UnlockExperimentalVMOptions", "-XX:-AlwaysRecordEvolDependencies");

        assertThat(FirstChange.warning(jvm.process()))
                .hasValueSatisfying(words -> assertThat(words).contains("compiled code"));
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
    @Tag("nightly")
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
    @Tag("nightly")
    void serversAreToldByTheJarsOfTheClassPath() throws Exception {
        started.add(Jvms.start(Pipelined.class, Jvms.current(), List.of("-cp", Jvms.classPath("tomcat")), "100"));
        assertThat(RunningJvms.of(started.getFirst().pid()).orElseThrow().frameworks())
                .singleElement()
                .asString()
                .startsWith("Tomcat ");
    }

    @Test
    @Tag("nightly")
    void aJvmInNamespacesOfItsOwnIsToldAsSuch() throws Exception {
        assumeTrue(Spaces.allowed(), "this user may not make namespaces");
        Process unshare = Spaces.start(Holder.class, Jvms.current(), List.of(), "executor", "sleep", "100", "1");
        started.add(unshare);
        RunningJvm jvm = RunningJvms.of(Spaces.pid(unshare)).orElseThrow();
        assertThat(jvm.pidInside()).isEqualTo(1);
        assertThat(jvm.container()).isEqualTo("own pid and mnt namespace");
        assertThat(jvm.access()).as(jvm.why()).isEqualTo(Access.AGENT);
        assertThat(jvm.version()).isEqualTo(System.getProperty("java.version"));
    }

    @Test
    void whatIsNoJvmIsNone() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "60").start();
        started.add(sleep);
        assertThat(RunningJvms.of(sleep.pid())).isEmpty();
        assertThatThrownBy(() -> RunningJvms.find(Long.toString(sleep.pid())))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("process " + sleep.pid() + " (sleep) is not a JVM");
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

    /** A Headroom in miniature, of another user. */
    public static final class Find {
        public static void main(String[] arguments) throws Exception {
            try {
                System.out.println("found " + RunningJvms.find(arguments[0]));
            } catch (ProbeException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Tag("nightly")
    @Test
    void aPortOfAnotherUserIsToldAsThat(@TempDir Path folder) throws Exception {
        assumeTrue(Spaces.hasNobody(), "this user may not run a process as another");
        List<String> copied = new ArrayList<>();
        for (Class<?> one : List.of(RunningJvms.class, Secrets.class, Find.class)) {
            Path code = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path copy = folder.resolve("code" + copied.size());
            assertThat(new ProcessBuilder("cp", "-r", code.toString(), copy.toString())
                            .start()
                            .waitFor())
                    .isZero();
            copied.add(copy.toString());
        }
        assertThat(new ProcessBuilder("chmod", "-R", "a+rX", folder.toString())
                        .start()
                        .waitFor())
                .isZero();
        try (ServerSocket ours = new ServerSocket(0)) {
            Process find = started(
                    Spaces.asNobody("-cp", String.join(":", copied), Find.class.getName(), ":" + ours.getLocalPort()));
            String said = new String(find.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said)
                    .contains("port " + ours.getLocalPort() + " is taken by a process of user root (0)")
                    .contains("run Headroom as that user, or as root");
        }
    }
}
