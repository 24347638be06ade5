package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JmxCommandsTest {

    private JMXConnectorServer server;
    private JmxCommands commands;

    @BeforeEach
    void start() throws IOException {
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1"), Map.of(), ManagementFactory.getPlatformMBeanServer());
        server.start();
        commands = JmxCommands.connect(server.getAddress());
    }

    @AfterEach
    void end() throws IOException {
        commands.close();
        server.stop();
    }

    @Test
    void whatJcmdRunsTheBeanRunsUnderANameOfItsOwn() {
        assertThat(JmxCommands.operation("Thread.print")).isEqualTo("threadPrint");
        assertThat(JmxCommands.operation("Thread.dump_to_file")).isEqualTo("threadDumpToFile");
        assertThat(JmxCommands.operation("JFR.start")).isEqualTo("jfrStart");
    }

    @Test
    void aDumpIsTheOneThatTheAttachSocketGives() throws IOException {
        ThreadDump dump = commands.run("Thread.print", new ThreadDump.Parser()::parse);
        DumpedThread own = ThreadDumpTest.named(dump, Thread.currentThread().getName());
        assertThat(own.frames())
                .anyMatch(frame -> frame.method()
                                .equals(JmxCommandsTest.class.getName() + "." + "aDumpIsTheOneThatTheAttachSocketGives")
                        && frame.line() > 0);
    }

    @Test
    void theJvmTellsHowMuchOfItsHeapIsFree() throws IOException {
        assertThat(commands.freeHeap()).isBetween(1L, Runtime.getRuntime().maxMemory());
        assertThat(commands.threads()).isPositive();
    }

    @Test
    void theWordsAfterTheCommandAreItsArguments() throws IOException {
        assertThat(commands.text("VM.flags -all")).contains("UseLargePages");
        assertThat(commands.text("VM.flags")).doesNotContain("UseLargePages");
    }

    @Test
    void whatTheJvmRefusesIsSaid() {
        assertThatThrownBy(() -> commands.text("Thread.weave now"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Thread.weave now");
    }

    @Test
    void theSameWayInIsNotClosedByItsSecondUser() throws IOException {
        commands.again().close();
        assertThat(commands.text("VM.uptime")).contains(" s");
        commands.close();
        assertThatThrownBy(() -> commands.again().text("VM.uptime")).isInstanceOf(IOException.class);
    }
}
