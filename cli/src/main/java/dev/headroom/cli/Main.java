package dev.headroom.cli;

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
            PsCommand.class,
            TrialsCommand.class,
            AutoComplete.GenerateCompletion.class,
            HelpCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:something went wrong, or a run has no figures",
            "2:bad input",
            "3:an expectation is not met"
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
        Door.install();
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        Objects.requireNonNull(commandLine.getSubcommands().get("generate-completion"))
                .getCommandSpec()
                .usageMessage()
                .description("Prints a script that completes headroom's commands in bash and zsh.");
        return commandLine
                .setExecutionExceptionHandler(new Failures())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }
}
