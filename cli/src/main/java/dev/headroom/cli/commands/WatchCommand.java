package dev.headroom.cli.commands;

import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.live.FullScreen;
import dev.headroom.cli.live.RunningTarget;
import dev.headroom.cli.live.WatchLoop;
import dev.headroom.cli.screen.Output;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Way;
import dev.headroom.probe.Probe;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A live view of a JVM that runs already. */
@Command(
        name = "watch",
        description =
                "Shows live what binds a running JVM: the verdict, its pools, who holds what, where the time goes.",
        footer = {
            "",
            "Keys: q ends, / shows only what has a text in its name and Esc all again, s sorts, d shows lines, space freezes, r writes a page.",
            "p, with --agent, proves the verdict: it moves the limit for some seconds and puts it back; asks first, and Esc breaks it off.",
            WayOption.HARM_HEADING + WayOption.HARM
        })
public final class WatchCommand implements Callable<Integer> {

    @Parameters(paramLabel = RunningTarget.LABEL, description = RunningTarget.DESCRIPTION)
    private String target = "";

    @Mixin
    private final WayOption by = new WayOption();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws Exception {
        Way way = by.way();
        FullScreen.assertDraws();
        RunningTarget jvm = RunningTarget.find(target, way);
        try (Probe probe = jvm.open(way, output)) {
            probe.start();
            try (FullScreen screen = FullScreen.enter()) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(probe, screen), "headroom-leave"));
                Inspector inspector = new Inspector(jvm.name(), jvm.process(), probe);
                return exitCode(new WatchLoop(jvm, way, inspector, probe, screen).run());
            }
        }
    }

    /** @param key that ended it */
    public static int exitCode(int key) {
        return key == WatchLoop.Face.CTRL_C ? ExitCode.CTRL_C : ExitCode.DONE.code();
    }

    /** Where the process is ended by a signal. The service comes first: a terminal that was stopped takes nothing, and whoever draws on it waits for ever. */
    static void leave(Probe probe, Closeable screen) {
        probe.close();
        try {
            screen.close();
        } catch (IOException e) {
            // the terminal is gone
        }
    }
}
