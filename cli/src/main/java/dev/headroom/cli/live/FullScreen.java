package dev.headroom.cli.live;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.screen.Door;
import dev.headroom.cli.screen.Screen;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** A terminal's second screen, with keys that come one by one. However it is left, the first one is as it was. */
public final class FullScreen implements WatchLoop.Face, Closeable {

    private static final char BAR = '█';

    /** For a terminal that has no such characters. */
    private static final Map<Character, String> PLAIN = Map.of(
            BAR, "#", '░', ".", '▶', ">", '…', "~", '→', ">", '\u00a0', " ", '▁', "_", '▂', "_", '▃', "-", '▄', "-");

    private static final int REST_OF_A_SEQUENCE_MILLIS = 20;

    private final Terminal terminal;
    private final Attributes before;
    private final Display display;
    private final Screen screen;
    private final String leave;
    private Size drawn = new Size();
    private boolean left;

    private FullScreen(Terminal terminal) {
        this.terminal = terminal;
        screen = Screen.of(terminal);
        before = terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false); // Ctrl-C is a key like others
        terminal.setAttributes(raw);
        leave = sequence(Capability.cursor_normal) + sequence(Capability.exit_ca_mode);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        display = new Display(terminal, true);
    }

    /**
     * Before a JVM is touched for what could not be shown.
     *
     * @throws BadInput where there is no terminal that can be drawn on
     */
    public static void assertDraws() throws IOException, BadInput {
        if (!Screen.isTerminal()) {
            throw new BadInput("watch needs a terminal; `headroom diagnose` prints to a pipe");
        }
        try (Terminal terminal = Screen.terminal()) {
            if (terminal.getStringCapability(Capability.cursor_address) == null) {
                throw new BadInput("watch cannot draw on a terminal of type " + terminal.getType()
                        + " (TERM); `headroom diagnose` prints lines");
            }
        }
    }

    /** The terminal is one that {@link #assertDraws draws}. */
    public static FullScreen enter() throws IOException {
        return new FullScreen(Screen.terminal());
    }

    private String sequence(Capability capability) {
        String found = terminal.getStringCapability(capability);
        return found == null ? "" : Curses.tputs(found);
    }

    @Override
    public int key(long millis) throws IOException {
        NonBlockingReader keys = terminal.reader();
        int key = keys.read(Math.max(1, millis));
        if (key == ESCAPE && keys.peek(REST_OF_A_SEQUENCE_MILLIS) >= 0) {
            do {
                keys.read(1); // an arrow, or another key that has no letter
            } while (keys.peek(REST_OF_A_SEQUENCE_MILLIS) >= 0);
            return NO_KEY;
        }
        return key == NonBlockingReader.READ_EXPIRED ? NO_KEY : key;
    }

    @Override
    public Size size() {
        return Screen.size(terminal);
    }

    @Override
    public synchronized void draw(List<AttributedString> lines) {
        if (left) {
            return;
        }
        Size size = size();
        if (!size.equals(drawn)) {
            display.resize(size.getRows(), size.getColumns());
            display.clear();
            drawn = size;
        }
        List<AttributedString> shown = LiveFrame.harmless(screen.colours() ? lines : LiveFrame.plain(lines));
        display.update(hasBars() ? shown : shown.stream().map(FullScreen::plain).toList(), -1);
    }

    private boolean hasBars() {
        Charset charset = terminal.outputEncoding();
        return charset.newEncoder().canEncode(BAR);
    }

    private static AttributedString plain(AttributedString line) {
        StringBuilder plain = new StringBuilder();
        line.toString()
                .chars()
                .forEach(
                        one -> plain.append(one < 127 ? Character.toString(one) : PLAIN.getOrDefault((char) one, "#")));
        return new AttributedString(plain);
    }

    @Override
    public synchronized void close() throws IOException {
        if (!left) {
            left = true;
            try {
                terminal.setAttributes(before);
                terminal.writer().print(leave);
                terminal.flush();
                terminal.close();
            } catch (IllegalStateException e) {
                // the process is ended by a signal, and JLine has closed its terminal already
                Door.raw(leave);
            }
        }
    }
}
