package dev.headroom.cases.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged from now on: thread, request id and message of each line. */
public final class Log extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<Line> lines = new CopyOnWriteArrayList<>();

    public Log() {
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
    }

    public record Line(String thread, String requestId, String message) {}

    public List<Line> all() {
        return List.copyOf(lines);
    }

    public List<Line> of(String requestId) {
        return lines.stream().filter(line -> line.requestId().equals(requestId)).toList();
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(new Line(
                event.getThreadName(),
                event.getMDCPropertyMap().getOrDefault("requestId", "-"),
                event.getFormattedMessage()));
    }

    @Override
    public void close() {
        root.detachAppender(this);
    }
}
