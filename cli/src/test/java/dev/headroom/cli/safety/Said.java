package dev.headroom.cli.safety;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a service says, line by line. One that falls silent is asked where its threads are, and that is the error. */
final class Said {

    private static final String END = "\0";
    private static final int PATIENCE_SECONDS = 60;
    private static final int STACKS_SECONDS = 2;

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    Said(Process process) {
        this.process = process;
        Thread.ofVirtual().name("reads what the service says").start(this::read);
    }

    private void read() {
        try (BufferedReader in = process.inputReader()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // it was killed
        }
        lines.add(END);
    }

    /** The next line; fails where none comes any more. */
    String next() throws IOException, InterruptedException {
        String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new IOException("the service says nothing for " + PATIENCE_SECONDS + " s: " + stacks());
        }
        if (line.equals(END)) {
            lines.add(END);
            throw new IOException("the service has ended");
        }
        return line;
    }

    /** Where the threads of the service are. */
    String stacks() throws IOException, InterruptedException {
        for (ProcessHandle one : process.descendants().toList()) {
            quit(one.pid());
        }
        quit(process.pid());
        List<String> said = new ArrayList<>();
        for (String line = lines.poll(STACKS_SECONDS, TimeUnit.SECONDS);
                line != null && !line.equals(END);
                line = lines.poll(STACKS_SECONDS, TimeUnit.SECONDS)) {
            said.add(line);
        }
        return String.join("\n", said);
    }

    private static void quit(long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-QUIT", Long.toString(pid)).start().waitFor();
    }
}
