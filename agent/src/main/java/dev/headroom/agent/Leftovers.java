package dev.headroom.agent;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Files that nobody deletes where Headroom was killed and this JVM halts for that: the flight recording and the agent's jar. */
final class Leftovers {

    private static final String OURS = "headroom";

    private static final int PATIENCE_MILLIS = 1_000;

    private Leftovers() {}

    /** @param headroom who started this process */
    static void delete(Optional<ProcessHandle> headroom) {
        try {
            String recordings = System.getProperty("jdk.jfr.repository");
            if (recordings != null) {
                delete(Path.of(recordings), "*.jfr");
            }
            Path jar = Path.of(Agent.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path folder = jar.getParent();
            if (folder != null
                    && isGone(headroom)
                    && String.valueOf(folder.getFileName()).startsWith(OURS)) {
                delete(folder, "headroom-agent.jar");
            }
        } catch (IOException | URISyntaxException | RuntimeException e) {
            Agent.say("could not delete its files: " + e); // another child was faster, or the folder is used otherwise
        }
    }

    /** The kernel closes the connections of a killed process before it has cleared it away. */
    private static boolean isGone(Optional<ProcessHandle> headroom) {
        try {
            if (headroom.isPresent()) {
                headroom.get().onExit().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            }
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false; // it let go of us, and needs the agent for others
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void delete(Path folder, String names) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, names)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
