package dev.headroom.fanout;

import java.util.Map;
import org.slf4j.MDC;

/** SLF4J's mapped diagnostic context. */
final class MdcContext implements ThreadContext {
    @Override
    public Carried capture() {
        Map<String, String> mdc = MDC.getCopyOfContextMap();
        if (mdc == null || mdc.isEmpty()) {
            return DetectedContext.NOTHING;
        }
        return () -> {
            MDC.setContextMap(mdc);
            return MDC::clear;
        };
    }
}
