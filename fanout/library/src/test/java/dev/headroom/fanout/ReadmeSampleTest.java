package dev.headroom.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows compiles as it stands, and does what the README says. */
class ReadmeSampleTest {
    private static final Pattern SAMPLE = Pattern.compile("ReadmeSampleTest[^\n]*\n```java\n(.*?)```", Pattern.DOTALL);
    private static final String CLIENTS = """
            interface UserClient { String name(long id) throws Exception; }
            interface OfferClient { java.util.List<String> top(long id) throws Exception; }
            """;

    @TempDir
    Path folder;

    @Test
    void compilesAndTakesTheFallback() throws Exception {
        Path source = folder.resolve("Pages.java");
        Files.writeString(source, sample() + CLIENTS);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assumeThat(compiler).as("the compiler of a JDK").isNotNull();
        int exit = compiler.run(null, null, null, "-d", folder.toString(), "-cp", "target/classes", source.toString());
        assertThat(exit).isZero();

        try (var loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(page(loader, (proxy, method, args) -> List.of("a"))).hasToString("Page[user=ann, offers=[a]]");
            assertThat(page(loader, (proxy, method, args) -> {
                        throw new java.io.IOException("offers are down");
                    }))
                    .hasToString("Page[user=ann, offers=[]]");
        }
    }

    private static String sample() throws Exception {
        Matcher sample = SAMPLE.matcher(Files.readString(Path.of("../../README.md")));
        assertThat(sample.find()).isTrue();
        return sample.group(1);
    }

    private static Object page(ClassLoader loader, InvocationHandler offers) throws Exception {
        Class<?> userClient = loader.loadClass("UserClient");
        Class<?> offerClient = loader.loadClass("OfferClient");
        Class<?> pages = loader.loadClass("Pages");
        var page = pages.getDeclaredMethod("page", long.class, userClient, offerClient);
        page.setAccessible(true);
        var constructor = pages.getDeclaredConstructor();
        constructor.setAccessible(true);
        return page.invoke(
                constructor.newInstance(),
                1L,
                proxy(loader, userClient, (proxy, method, args) -> "ann"),
                proxy(loader, offerClient, offers));
    }

    private static Object proxy(ClassLoader loader, Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler);
    }
}
