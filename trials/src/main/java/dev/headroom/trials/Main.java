package dev.headroom.trials;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Starts the service that {@code --trial} names, on {@code --server.port}; with {@code --twin=true} its healthy twin. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        Settings settings = Settings.of(arguments);
        if (!Servers.start(settings)) {
            Front.start(settings, Trials.work(settings));
        }
    }
}
