package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.Main;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.jvm.RunningJvm;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PsCommandTest {

    @Test
    void eachJvmHasARowAndBelowItWhatElseThereIsToSay() {
        RunningJvm orders = jvm(4711, "orders.jar", List.of("Spring Boot 3.5.6", "Tomcat 10.1"), "", Access.AGENT, "");
        RunningJvm cache = jvm(
                12,
                "com.example.a.very.long.package.name.CacheServer",
                List.of(),
                "docker 3f2a91c07b5d",
                Access.NOTHING,
                "it was started with -XX:+DisableAttachMechanism, and no JMX port is open");

        assertThat(PsCommand.lines(List.of(orders, cache), "me")).containsExactly("""
                 PID  NAME                            JAVA    PORTS      WAY IN
                4711  orders.jar                      25.0.3  8080 9090  agent
                      Eclipse Adoptium HotSpot, Spring Boot 3.5.6, Tomcat 10.1
                  12  …long.package.name.CacheServer  25.0.3  8080 9090  nothing
                      Eclipse Adoptium HotSpot, docker 3f2a91c07b5d, pid 1 inside, user cache
                      it was started with -XX:+DisableAttachMechanism, and no JMX port is open
                """.split("\n"));
    }

    @Test
    void noneIsSaid() {
        assertThat(PsCommand.lines(List.of(), "me")).containsExactly("no JVM runs here that this user can see");
    }

    @Test
    void asJsonItHasEachField() {
        StringWriter out = new StringWriter();
        int code = Main.commandLine().setOut(new PrintWriter(out)).execute("ps", "--json");
        assertThat(code).isZero();
        JsonNode all = JsonMapper.shared().readTree(out.toString());
        assertThat(all.isArray()).isTrue();
        all.forEach(one -> assertThat(one.propertyNames()).contains("pid", "name", "access", "why", "arguments"));
    }

    private static RunningJvm jvm(
            long pid, String name, List<String> frameworks, String container, Access access, String why) {
        boolean contained = !container.isEmpty();
        return new RunningJvm(
                new ProcessId(pid, 1),
                contained ? 1 : pid,
                contained ? "cache" : "me",
                name,
                "HotSpot",
                "Eclipse Adoptium",
                "25.0.3",
                frameworks,
                List.of(8080, 9090),
                container,
                OptionalInt.empty(),
                access,
                why,
                List.of());
    }
}
