package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A virtual caller whose parts never leave their thread, in a JVM with one carrier. */
@Timeout(60)
class OneCarrierTest {
    @Test
    void aVirtualCallerReturnsInTimeWhereItsPartsHavePlatformThreads() throws Exception {
        assertThat(caller("platform")).isEqualTo("returned while the part computes");
    }

    @Test
    void aPlatformCallerReturnsInTimeWhateverItsPartsDo() throws Exception {
        assertThat(caller("virtual", "from a platform thread")).isEqualTo("returned while the part computes");
    }

    /** As the guide says: nothing else can be promised. */
    @Test
    void aVirtualCallerReturnsWithTheCarrierWhereItsPartsAreVirtual() throws Exception {
        assertThat(caller("virtual")).isEqualTo("returned after the part");
    }

    private static String caller(String... arguments) throws Exception {
        Process process = new ProcessBuilder()
                .command(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Caller.class.getName(),
                        String.join(" ", arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader();
                OutputStream end = process.getOutputStream()) {
            assertThat(lines.readLine()).isEqualTo("computing");
            if (arguments.length == 1 && arguments[0].equals("virtual")) {
                // Its time is over, and it cannot know
                end.write("end\n".getBytes(StandardCharsets.UTF_8));
                end.flush();
            }
            return lines.readLine();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Its part computes until a line comes in. */
    static final class Caller {
        private static volatile boolean began;
        private static volatile boolean computing;
        private static volatile boolean end;

        private Caller() {}

        public static void main(String[] arguments) throws Exception {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    System.in.read();
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
                end = true;
            });
            ThreadFactory threads = arguments[0].startsWith("platform")
                    ? Thread.ofPlatform().daemon().factory()
                    : Thread.ofVirtual().factory();
            Downstream users =
                    Downstream.named("users").limit(1).threads(threads).build();
            Runnable caller = () -> call(users);
            (arguments[0].endsWith("platform thread") ? Thread.ofPlatform() : Thread.ofVirtual())
                    .start(caller)
                    .join();
        }

        private static void call(Downstream users) {
            try {
                // Again where the time was over before the part had begun: the first loads classes
                while (!began) {
                    FanOut.within(Duration.ofMillis(100))
                            .call(part(users, Caller::compute).orElse("late"));
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            System.out.println(computing ? "returned while the part computes" : "returned after the part");
        }

        private static String compute() {
            computing = true;
            began = true;
            System.out.println("computing");
            while (!end) {
                Thread.onSpinWait();
            }
            computing = false;
            return "computed";
        }
    }
}
