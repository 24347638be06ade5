package dev.headroom.cli;

import dev.headroom.core.text.Printable;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.Redaction;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says in plain lines why a command ended: 2 for bad input, 1 for everything that went wrong later. */
final class Failures implements IExecutionExceptionHandler {

    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult arguments) {
        boolean badInput = failure instanceof BadInput || failure instanceof InvalidExperimentException;
        commandLine
                .getErr()
                .println("headroom: "
                        + Printable.of(Redaction.hideIn(
                                failure.getMessage() == null ? failure.toString() : failure.getMessage())));
        if (System.getenv("HEADROOM_DEBUG") != null) {
            failure.printStackTrace(commandLine.getErr());
        }
        commandLine.getErr().flush();
        return badInput ? ExitCode.BAD_INPUT : ExitCode.RUN_FAILED;
    }
}
