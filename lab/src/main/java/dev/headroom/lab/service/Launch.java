package dev.headroom.lab.service;

import java.nio.file.Path;
import java.util.List;

/**
 * How one service is started.
 *
 * @param port that it will listen on, never 0
 * @param command the whole command line
 * @param log where its output goes
 * @param ready path that answers 2xx once it is ready; empty to wait for the port only
 */
public record Launch(String name, int port, List<String> command, Path log, String ready) {

    public Launch {
        command = List.copyOf(command);
    }
}
