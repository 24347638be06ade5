package dev.headroom.cli;

import dev.headroom.cli.commands.DiagnoseCommand;
import dev.headroom.cli.commands.LiftCommand;
import dev.headroom.cli.commands.ListCommand;
import dev.headroom.cli.commands.MergeCommand;
import dev.headroom.cli.commands.PsCommand;
import dev.headroom.cli.commands.ReportCommand;
import dev.headroom.cli.commands.RunCommand;
import dev.headroom.cli.commands.ScaleCommand;
import dev.headroom.cli.commands.TrialsCommand;
import dev.headroom.cli.commands.ValidateCommand;
import dev.headroom.cli.commands.WatchCommand;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.exit.FailureHandler;
import dev.headroom.cli.screen.Door;
import dev.headroom.cli.screen.StandardOutput;
import dev.headroom.cli.screen.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The {@code headroom} command. {@link ExitCode} has what it ends with. */
@Command(
        name = "headroom",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Finds the limit that binds a JVM service, proves it, and lifts it.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            DiagnoseCommand.class,
            LiftCommand.class,
            WatchCommand.class,
            ListCommand.class,
            ValidateCommand.class,
            ReportCommand.class,
            ScaleCommand.class,
            MergeCommand.class,
            PsCommand.class,
            TrialsCommand.class,
            AutoComplete.GenerateCompletion.class,
            HelpCommand.class
        },
        footer = {
            "",
            "Start with:  headroom list",
            "             headroom run users --quick",
            "",
            "Shell completion:  source <(headroom generate-completion)"
        })
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        StandardOutput output = Door.install();
        System.exit(ended(execute(arguments), output));
    }

    private static int execute(String[] arguments) {
        try {
            return commandLine().execute(arguments);
        } catch (Error e) { // no room in memory, a class that is missing
            return FailureHandler.tell(e, new PrintWriter(System.err, true));
        }
    }

    /** What nobody could read is not done. */
    private static int ended(int code, StandardOutput output) {
        System.out.flush();
        return output.fault()
                .map(why -> FailureHandler.tell(
                        new IOException("standard output cannot be written (" + why
                                + "): free some space, or send it elsewhere"),
                        new PrintWriter(System.err, true)))
                .orElse(code);
    }

    public static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        Objects.requireNonNull(commandLine.getSubcommands().get("generate-completion"))
                .getCommandSpec()
                .usageMessage()
                .description("Prints a script that completes headroom's commands in bash and zsh.");
        exitCodes(commandLine, ExitCode.values());
        commandLine.getSubcommands().forEach((name, command) -> exitCodes(command, ExitCode.of(name)));
        return commandLine
                .setExecutionExceptionHandler(new FailureHandler())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    private static void exitCodes(CommandLine command, ExitCode[] codes) {
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(ExitCode.words(codes));
    }
}
