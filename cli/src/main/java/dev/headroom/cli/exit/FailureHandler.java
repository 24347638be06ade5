package dev.headroom.cli.exit;

import dev.headroom.core.text.Printable;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.jvm.NotOneJvm;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;
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
        return why(failure);
    }

    /** Exceptions of files have the name of the file for their message, and not what is wrong with it. */
    public static String why(Throwable failure) {
        return switch (failure) {
            case UncheckedIOException e -> why(Objects.requireNonNull(e.getCause(), "its constructors ask for one"));
            case NoSuchFileException e -> "no file or folder " + e.getFile();
            case AccessDeniedException e -> "this user may not read or write " + e.getFile();
            case NotDirectoryException e -> e.getFile() + " is not a directory";
            case FileAlreadyExistsException e -> e.getFile() + " exists already and is not a directory";
            case FileSystemException e ->
                e.getReason() == null ? "cannot read or write " + e.getFile() : String.valueOf(e.getMessage());
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
