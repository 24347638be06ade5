package dev.headroom.trials;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;

/** Each request writes one line, and a line takes {@code --line} milliseconds (default 20). */
final class Logging {

    private Logging() {}

    static Work synchronous(Settings settings) {
        LoggerContext context = new LoggerContext();
        Logger logger = context.getLogger("access");
        logger.addAppender(disk(context, settings));
        return writing(logger, settings);
    }

    /** A queue of 256 lines that blocks when it is full. */
    static Work asynchronous(Settings settings) {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        AsyncAppender queue = new AsyncAppender();
        queue.setContext(context);
        queue.setDiscardingThreshold(0);
        queue.addAppender(disk(context, settings));
        queue.start();
        Logger logger = context.getLogger("access");
        logger.addAppender(queue);
        return writing(logger, settings);
    }

    /** A thread of its own writes line after line; requests write none. */
    static Work beside(Settings settings) {
        LoggerContext context = new LoggerContext();
        Logger logger = context.getLogger("reporter");
        logger.addAppender(disk(context, new Hold(settings.number("line", 20), "constant")));
        OwnGates.daemon("reporter", () -> {
            while (true) {
                logger.info("all is well");
            }
        });
        return Gates.semaphore(settings);
    }

    private static Work writing(Logger logger, Settings settings) {
        Hold hold = new Hold(settings);
        return () -> {
            hold.serve();
            logger.info("served");
        };
    }

    private static SlowDisk disk(LoggerContext context, Settings settings) {
        return disk(context, new Hold(settings.twin() ? 0 : settings.number("line", 20), "constant"));
    }

    private static SlowDisk disk(LoggerContext context, Hold line) {
        SlowDisk disk = new SlowDisk(line);
        disk.setContext(context);
        disk.start();
        return disk;
    }

    private static final class SlowDisk extends AppenderBase<ILoggingEvent> {
        private final Hold line;

        SlowDisk(Hold line) {
            this.line = line;
        }

        @Override
        protected void append(ILoggingEvent event) {
            line.serveQuietly();
        }
    }
}
