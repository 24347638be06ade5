package dev.headroom.lab.store;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Exceptions of files have the name of the file for their message, and not what is wrong with it. */
public final class FileFailure {

    private FileFailure() {}

    /** What is wrong; of other exceptions their message. */
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
