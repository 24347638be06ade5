package dev.headroom.cli.exit;

import dev.headroom.core.text.Printable;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.FileFailure;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.jvm.NotOneJvm;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says in plain lines why a command ended, and with which {@link ExitCode}. */
public final class FailureHandler implements IExecutionExceptionHandler {

    /** Prints the stack trace as well. */
    private static final String DEBUG = "HEADROOM_DEBUG";

    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult arguments) {
        return tell(failure, commandLine.getErr());
    }

    /** @return the exit code */
    public static int tell(Throwable failure, PrintWriter err) {
        ExitCode code = code(failure);
        err.println("headroom: " + shown(words(failure, code)));
        if (System.getenv(DEBUG) != null) {
            failure.printStackTrace(err);
        }
        err.flush();
        return code.code();
    }

    /** A text of several lines, as it may be printed. */
    public static String shown(String text) {
        return Printable.of(Redaction.hideIn(text));
    }

    private static ExitCode code(Throwable failure) {
        if (failure instanceof BadInput
                || failure instanceof NotOneJvm
                || failure instanceof InvalidExperimentException) {
            return ExitCode.BAD_INPUT;
        }
        boolean expected = failure instanceof Exception
                && (!(failure instanceof RuntimeException) || failure instanceof UncheckedIOException);
        return expected ? ExitCode.FAILED : ExitCode.INTERNAL;
    }

    private static String words(Throwable failure, ExitCode code) {
        if (code == ExitCode.INTERNAL) {
            return "a fault of Headroom itself: " + failure + "; with " + DEBUG
                    + "=1 in the environment it prints where, for a report of it";
        }
        return FileFailure.why(failure);
    }
}
