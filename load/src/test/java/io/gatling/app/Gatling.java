package io.gatling.app;

import dev.headroom.load.tools.FakeTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Stands in Gatling's place: sends what {@code paths.txt} says, and writes a log as Gatling 3.14 does. */
public final class Gatling {

    private Gatling() {}

    public static void main(String[] arguments) throws Exception {
        List<String> all = List.of(arguments);
        Path folder = Files.createDirectories(Path.of(all.get(all.indexOf("-rf") + 1), "paths-1"));
        FakeTool.run(
                System.getProperty("BASE_URL"),
                Integer.getInteger("users"),
                Integer.getInteger("seconds"),
                new FakeTool.GatlingLog(folder.resolve("simulation.log")));
    }
}
