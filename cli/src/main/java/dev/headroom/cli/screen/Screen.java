package dev.headroom.cli.screen;

import dev.headroom.probe.os.call.Libc;
import java.io.IOException;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * Where text is printed to.
 *
 * @param columns of a line
 * @param colours whether text may be coloured
 */
public record Screen(int columns, boolean colours) {

    public static final int PIPE_COLUMNS = 100;

    private static final int STANDARD_INPUT = 0;

    private static final int STANDARD_ERROR = 2;

    /** The terminal of this process, or a pipe. */
    public static Screen ofProcess() throws IOException {
        if (!isTerminal()) {
            return ofPipe();
        }
        try (Terminal terminal = terminal()) {
            return of(terminal);
        }
    }

    /** Of this process; for whoever closes it. */
    public static Terminal terminal() throws IOException {
        return TerminalBuilder.builder().system(true).nativeSignals(false).build();
    }

    /** Of a terminal that does not tell, the one that all once had. */
    public static Size size(Terminal terminal) {
        Size size = terminal.getSize();
        return new Size(size.getColumns() > 0 ? size.getColumns() : 80, size.getRows() > 0 ? size.getRows() : 24);
    }

    /** As wide as it is now. */
    public static Screen of(Terminal terminal) {
        int width = terminal.getWidth();
        return new Screen(width > 0 ? width : PIPE_COLUMNS, System.getenv("NO_COLOR") == null);
    }

    public static Screen ofPipe() {
        return new Screen(PIPE_COLUMNS, false);
    }

    /** What was typed and read by nobody is lost, a line that is not ended as well. */
    public static void flushInput() {
        Libc.flushInput(STANDARD_INPUT);
    }

    /** Whether who sits there sees standard error. */
    public static boolean showsErrors() {
        return Libc.isTerminal(STANDARD_ERROR);
    }

    public static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal();
    }
}
