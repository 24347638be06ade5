package dev.headroom.lab.experiment;

import dev.headroom.core.text.Printable;
import dev.headroom.lab.secrets.EnvironmentValues;
import java.nio.file.Path;

/**
 * One mistake in an experiment file.
 *
 * @param line from 1; 0 where the mistake has no place in the file
 * @param column from 1; 0 where the mistake has no place in the file
 * @param found what stands there
 * @param expected what should stand there
 */
public record Mistake(Path file, int line, int column, String found, String expected) {

    static Mistake at(Path file, Place place, String found, String expected) {
        return new Mistake(
                file,
                place.line(),
                place.column(),
                EnvironmentValues.hideIn(found),
                EnvironmentValues.hideIn(expected));
    }

    /** {@code file:line:column: found this; expected that}. */
    @Override
    public String toString() {
        String where = line > 0 ? file + ":" + line + ":" + column : file.toString();
        return where + ": found " + Printable.name(found) + "; expected " + Printable.name(expected);
    }
}
