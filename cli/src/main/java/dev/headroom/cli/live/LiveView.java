package dev.headroom.cli.live;

import dev.headroom.cli.screen.Screen;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.text.Printable;
import dev.headroom.lab.LabEvent;
import dev.headroom.lab.LabListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jspecify.annotations.Nullable;

/** On a terminal: a picture of the run that is redrawn in place, below the lines of {@link Progress}. */
public final class LiveView implements LabListener, Consent.Person, AutoCloseable {

    private static final long AT_ONCE_MILLIS = 1;

    private final Terminal terminal;
    private final Display display;
    private final boolean colours;
    private final Map<String, Integer> largest = new HashMap<>();
    private String title = "";
    private Optional<String> soFar = Optional.empty();
    private boolean shown;

    /** @param colours where false, nothing is coloured, bold or faint */
    public LiveView(Terminal terminal, boolean colours) {
        this.terminal = terminal;
        this.colours = colours;
        this.display = new Display(terminal, false);
    }

    @Override
    public synchronized void on(LabEvent event) {
        if (event instanceof LabEvent.Progress progress) {
            draw(progress);
            return;
        }
        if (event instanceof LabEvent.Named named) {
            soFar = Optional.of(named.diagnosis().summary());
            return;
        }
        if (event instanceof LabEvent.Proving proving) {
            draw(proving.progress().words());
            return;
        }
        clear();
        if (event instanceof LabEvent.VariantStarting starting) {
            largest.clear();
            soFar = Optional.empty();
            title = "%d/%d %s"
                    .formatted(
                            starting.index(),
                            starting.count(),
                            starting.variant().name());
        }
        String line = Progress.line(event);
        if (!line.isEmpty()) {
            terminal.writer().println(line);
            terminal.flush();
        }
    }

    private void draw(LabEvent.Progress progress) {
        List<PoolSample> pools =
                progress.sample().map(Observation.Sample::pools).orElse(List.of());
        pools.forEach(pool -> largest.merge(pool.pool(), pool.workers(), Math::max));
        Size size = Screen.size(terminal);
        display.resize(size.getRows(), size.getColumns());
        List<AttributedString> frame =
                LiveFrame.render(title, progress.load(), soFar, pools, largest, size.getColumns() - 1);
        display.update(LiveFrame.harmless(colours ? frame : LiveFrame.plain(frame)), -1);
        shown = true;
    }

    /** How far a move has come, in a line of its own. */
    private void draw(String words) {
        int width = Screen.size(terminal).getColumns();
        display.resize(1, width);
        String line = Printable.name(words);
        display.update(List.of(new AttributedString(line.substring(0, Math.min(line.length(), width - 1)))), -1);
        shown = true;
    }

    private void clear() {
        if (shown) {
            display.update(List.of(), 0);
            display.reset();
            shown = false;
        }
    }

    @Override
    public boolean isThere() {
        return Screen.showsErrors();
    }

    @Override
    public void forget() {
        Screen.flushInput();
        try {
            while (terminal.reader().peek(AT_ONCE_MILLIS) >= 0) {
                terminal.reader().read();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be read: " + e.getMessage(), e);
        }
    }

    /** A line that is typed. Through the terminal that is open: beside it, another reader would get what is left of the line. */
    @Override
    public @Nullable String answer() {
        StringBuilder line = new StringBuilder();
        try {
            for (int c = terminal.reader().read();
                    c != '\n' && c != '\r';
                    c = terminal.reader().read()) {
                if (c < 0) {
                    return null;
                }
                line.append((char) c);
            }
        } catch (IOException e) {
            return null; // nobody who could agree
        }
        return line.toString();
    }

    @Override
    public synchronized void close() {
        clear();
        terminal.flush();
    }
}
