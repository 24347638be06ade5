package dev.headroom.cli.screen;

import dev.headroom.core.text.Printable;
import dev.headroom.lab.store.Redaction;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * What all commands have: options that explain them, and where they print. A line that is said stays one, without secrets and with nothing
 * in it that a terminal obeys.
 */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class Output {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    public void say(String line) {
        print(out(), line);
    }

    /** On standard error, so that a pipe gets the findings alone. */
    public void tell(String line) {
        print(err(), line);
    }

    private static void print(PrintWriter to, String line) {
        to.println(Printable.name(Redaction.hideIn(line)));
        to.flush();
    }

    /** Whether the command line has that option. */
    public boolean has(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }
}
