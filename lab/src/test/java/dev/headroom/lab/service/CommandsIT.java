package dev.headroom.lab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.experiment.Ready;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that are no JVM, or start one: real processes of a shell. */
class CommandsIT {

    private static final long FULL = 64 * 1024;

    @TempDir
    Path folder;

    private final Children children = new Children(FULL, Optional.empty());

    @AfterEach
    void stop() {
        children.close();
    }

    @Test
    void aCommandIsReadyWhenItsOutputSaysSo() throws Exception {
        ServiceProcess one = children.start(shell(
                "one",
                "echo starting; while [ ! -e go ]; do sleep 0.05; done; echo ready to accept; sleep 100",
                log()));
        Readiness readiness = Readiness.of(one);
        assertThatThrownBy(readiness::ask).hasMessage("no such text");

        Files.createFile(folder.resolve("go"));
        children.awaitReady(one);

        assertThat(Files.readString(folder.resolve("one.log"))).contains("ready to accept");
    }

    @Test
    void aCommandIsReadyWhenAnotherSucceeds() throws Exception {
        ServiceProcess one = children.start(
                shell("one", "sleep 0.3; touch flag; sleep 100", new Ready.Command(List.of("test", "-e", "flag"))));

        children.awaitReady(one);

        assertThat(folder.resolve("flag")).exists();
    }

    @Test
    void aCommandThatDoesNotSucceedIsToldWithItsExitCodeAndOutput() throws Exception {
        Launch never = new Launch(
                "one",
                Optional.empty(),
                List.of("sh", "-c", "sleep 100"),
                Map.of("WHY", "no database"),
                folder.resolve("one.log"),
                new Ready.Command(List.of("sh", "-c", "echo $WHY; exit 3")),
                Duration.ofMillis(500),
                false);
        ServiceProcess one = children.start(never);

        assertThatThrownBy(() -> children.awaitReady(one))
                .hasMessageContaining("waited for `sh -c echo $WHY; exit 3` ending with exit code 0")
                .hasMessageContaining("last seen: exit code 3, output in " + folder.resolve("one.ready.log"));
        assertThat(folder.resolve("one.ready.log")).hasContent("no database");
    }

    @Test
    void aCommandThatDoesNotStayIsToldThatItHasTo() throws Exception {
        ServiceProcess one = children.start(shell("one", "echo started in the background", log()));

        assertThatThrownBy(() -> children.awaitReady(one))
                .hasMessageContaining("service one died before it was ready with exit code 0")
                .hasMessageContaining("A command has to stay as long as its service runs")
                .hasMessageContaining("started in the background");
    }

    @Test
    @Tag("nightly")
    void whatACommandHasStartedEndsWithIt() throws Exception {
        ServiceProcess one = children.start(shell(
                "one",
                "sleep 101 & sh -c 'trap \"\" TERM; sleep 102 & echo ready to accept; wait; sleep 103' & wait",
                log()));
        children.awaitReady(one);
        List<ProcessHandle> started = one.handle().descendants().toList();
        assertThat(started).hasSizeGreaterThanOrEqualTo(3);

        children.stopAll();

        assertThat(one.handle().isAlive()).isFalse();
        assertThat(started).noneMatch(Processes::runs);
    }

    @Test
    void aProcessWhoseParentHasEndedIsEndedToo() throws Exception {
        ServiceProcess one = children.start(shell(
                "one", "sh -c 'sleep 104 & echo $! >orphan; sleep 1'; echo ready to accept; exec sleep 105", log()));
        children.awaitReady(one);
        ProcessHandle orphan = ProcessHandle.of(Long.parseLong(
                        Files.readString(folder.resolve("orphan")).strip()))
                .orElseThrow();
        assertThat(one.handle().descendants()).doesNotContain(orphan);
        assertThat(Processes.runs(orphan)).isTrue();

        children.stopAll();

        assertThat(Processes.runs(orphan)).isFalse();
    }

    @Test
    void aDaemonThatNobodyHasSeenIsEndedToo() throws Exception {
        children.start(shell(
                "one",
                "(setsid sh -c 'echo $$ >started; mv started daemon; exec sleep 109' &); exec sleep 110",
                log()));
        ProcessHandle daemon = written("daemon");
        assertThat(Processes.runs(daemon)).isTrue();

        children.stopAll();

        assertThat(Processes.runs(daemon)).isFalse();
    }

    @Test
    void aCommandThatStillAsksEndsWithItsService() throws Exception {
        ServiceProcess one = children.start(shell(
                "one",
                "exec sleep 111",
                new Ready.Command(
                        List.of("sh", "-c", "echo $$ >started; mv started asking; while :; do sleep 1; done"))));
        var ready = new FutureTask<Void>(() -> {
            children.awaitReady(one);
            return null;
        });
        Thread.ofVirtual().start(ready);
        ProcessHandle asking = written("asking");
        assertThat(Processes.runs(asking)).isTrue();

        children.stopAll();

        assertThat(Processes.runs(asking)).isFalse();
        assertThatThrownBy(ready::get).hasMessageEndingWith("service one was stopped before it was ready");
        assertThatThrownBy(() -> Readiness.of(one).ask()).hasMessage("the service is being stopped");
    }

    private ProcessHandle written(String file) throws Exception {
        until(() -> folder.resolve(file).toFile().exists());
        return ProcessHandle.of(
                        Long.parseLong(Files.readString(folder.resolve(file)).strip()))
                .orElseThrow();
    }

    @Test
    void aStrangerOnThePortIsNoticed() throws Exception {
        int port = Ports.free();
        ServiceProcess one = children.start(command("one", "sleep 106", OptionalInt.of(port), new Ready.Started()));
        try (ServerSocket stranger = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> children.awaitReady(one))
                    .isInstanceOf(ServiceException.class)
                    .hasMessageStartingWith("service one does not listen on port " + stranger.getLocalPort()
                            + ": process " + ProcessHandle.current().pid() + " (")
                    .hasMessageEndingWith("which it has not started. End that process or change the port");
        }
    }

    @Test
    void theJvmThatAScriptStartsIsFound() throws Exception {
        Path jar = TestJar.in(folder);
        int port = Ports.free();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ServiceProcess one = children.start(command(
                "one",
                java + " -version; " + java + " -jar " + jar + " --server.port=" + port + " --name=one & wait",
                OptionalInt.of(port),
                new Ready.Answer("/ready")));
        children.awaitReady(one);

        ProcessHandle jvm = one.jvm();

        assertThat(jvm).isNotEqualTo(one.handle());
        assertThat(jvm.info().command().orElseThrow()).endsWith("/java");
        Duration itsJvm = jvm.info().totalCpuDuration().orElseThrow(); // it goes on
        assertThat(one.cpu().orElseThrow()).isGreaterThanOrEqualTo(itsJvm);
    }

    @Test
    void aCommandWithoutAJvmCannotBeWatched() throws Exception {
        ServiceProcess one = children.start(shell("one", "echo ready to accept; sleep 107", log()));
        children.awaitReady(one);

        assertThatThrownBy(one::jvm)
                .isInstanceOf(ServiceException.class)
                .hasMessageStartingWith("service one is watched, and none of its processes is a JVM: "
                        + one.handle().pid() + " (");
    }

    @Test
    void outputDoesNotFillTheDisk() throws Exception {
        ServiceProcess one = children.start(shell(
                "one",
                "seq -f 'this is line %.0f of many' 20000; touch said; while [ ! -e go ]; do sleep 0.05; done; echo after; sleep 108",
                new Ready.Command(List.of("test", "-e", "said"))));
        children.awaitReady(one);
        Path log = folder.resolve("one.log");
        Path before = folder.resolve("one.log.1");

        until(() -> log.toFile().length() <= FULL);
        assertThat(before).exists();
        assertThat(before.toFile().length()).isLessThanOrEqualTo(FULL);
        assertThat(LogTail.of(log)).contains("this is line 20000 of many");

        Files.createFile(folder.resolve("go"));
        until(() -> log.toFile().length() > 0);
        assertThat(log).hasContent("after");
        assertThat(LogTail.of(log)).contains("this is line 20000 of many\n    after");
    }

    private static Ready log() {
        return new Ready.Log("ready to accept");
    }

    private Launch shell(String name, String script, Ready ready) {
        return command(name, script, OptionalInt.empty(), ready);
    }

    private Launch command(String name, String script, OptionalInt port, Ready ready) {
        return new Launch(
                name,
                port.isPresent() ? Optional.of(URI.create("http://127.0.0.1:" + port.getAsInt())) : Optional.empty(),
                List.of("sh", "-c", script),
                Map.of(),
                folder.resolve(name + ".log"),
                ready,
                Duration.ofSeconds(30),
                false);
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(20);
        }
    }
}
