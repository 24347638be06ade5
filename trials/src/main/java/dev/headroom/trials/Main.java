package dev.headroom.trials;

/** Starts the service that {@code --trial} names, on {@code --server.port}; with {@code --twin=true} its healthy twin. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.of(arguments);
        if (!Servers.start(settings)) {
            Front.start(settings, Trials.work(settings));
        }
    }
}
