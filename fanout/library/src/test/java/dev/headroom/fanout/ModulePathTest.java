package dev.headroom.fanout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.Context;
import io.micrometer.context.ContextRegistry;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.MDC;

/** Compiles and runs modules that use this one, each in a JVM of its own: the other tests have it on the class path. */
class ModulePathTest {
    private static final String ALONE = """
            package app;

            import static dev.headroom.fanout.Part.part;

            import dev.headroom.fanout.*;

            class Main {
                public static void main(String[] args) throws Exception {
                    System.out.print(FanOut.class.getModule().getName() + ": ");
                    System.out.print(FanOut.within(java.time.Duration.ofMinutes(1))
                            .call(part(Downstream.of("a", 1), () -> "answered")));
                }
            }
            """;
    private static final String CARRYING = ALONE.replace(
                    "() -> \"answered\"",
                    "() -> org.slf4j.MDC.get(\"user\") + io.micrometer.context.ContextRegistry.getInstance().getThreadLocalAccessors()")
            .replace("throws Exception {", "throws Exception { org.slf4j.MDC.put(\"user\", \"ann\");");
    private static final List<Path> OPTIONAL = Stream.of(
                    MDC.class, LoggerContext.class, Context.class, ContextRegistry.class)
            .map(ModulePathTest::home)
            .toList();
    private static final Path FANOUT = home(FanOut.class);

    @TempDir
    Path folder;

    @BeforeEach
    void aCompilerIsThere() {
        assumeThat(ToolProvider.getSystemJavaCompiler())
                .as("the compiler of a JDK")
                .isNotNull();
    }

    @Test
    void aModuleNeedsNothingElse() throws Exception {
        compile(List.of(FANOUT), "module app { requires dev.headroom.fanout; }", ALONE);
        assertThat(java("-p", path(List.of(FANOUT, folder)), "-m", "app/app.Main"))
                .isEqualTo("dev.headroom.fanout: answered");
    }

    @Test
    void carriesWhatOptionalModulesHoldForAThread() throws Exception {
        compile(
                with(OPTIONAL, FANOUT),
                "module app { requires dev.headroom.fanout; requires org.slf4j; requires context.propagation; }",
                CARRYING);
        assertThat(java("-p", path(with(OPTIONAL, FANOUT, folder)), "-m", "app/app.Main"))
                .startsWith("dev.headroom.fanout: ann")
                .contains("dev.headroom.fanout.DeadlineAccessor@");
    }

    @Test
    void carriesWhatLibrariesOnTheClassPathHoldForAThread() throws Exception {
        compile(List.of(), null, CARRYING, "-cp", path(with(OPTIONAL, FANOUT)));
        assertThat(java(
                        "--add-modules",
                        "dev.headroom.fanout",
                        "-p",
                        path(List.of(FANOUT)),
                        "-cp",
                        path(with(OPTIONAL, folder)),
                        "app.Main"))
                .startsWith("dev.headroom.fanout: ann")
                .contains("dev.headroom.fanout.DeadlineAccessor@");
    }

    private void compile(List<Path> modules, @Nullable String module, String main, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-d", folder.toString()));
        if (!modules.isEmpty()) {
            arguments.addAll(List.of("-p", path(modules)));
        }
        arguments.addAll(List.of(options));
        arguments.add(Files.writeString(folder.resolve("Main.java"), main).toString());
        if (module != null) {
            arguments.add(Files.writeString(folder.resolve("module-info.java"), module)
                    .toString());
        }
        int exit = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(exit).isZero();
    }

    private static String java(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }

    private static List<Path> with(List<Path> some, Path... more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    private static String path(List<Path> parts) {
        return parts.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static Path home(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
