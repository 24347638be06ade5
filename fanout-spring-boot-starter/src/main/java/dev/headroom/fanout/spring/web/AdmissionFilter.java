package dev.headroom.fanout.spring.web;

import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.spring.FanoutProperties;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets so many requests in and turns the next one away at once with 503, before Spring has looked at it; gives those that
 * it lets in a deadline. A request is in flight until it is answered: one that goes on asynchronously until that is
 * complete, whichever thread does it.
 */
final class AdmissionFilter implements Filter {
    private static final String DEADLINE = AdmissionFilter.class.getName() + ".deadline";
    private static final byte[] PROBLEM =
            "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,\"detail\":\"Too many requests are in flight; try again later.\"}"
                    .getBytes(StandardCharsets.UTF_8);

    private final Admission admission;
    private final FanoutProperties.Request properties;
    private final String deadlineHeader;
    private final BoundedPaths paths;
    private final String retryAfter;

    AdmissionFilter(Admission admission, FanoutProperties properties, BoundedPaths paths) {
        this.admission = admission;
        this.properties = properties.request();
        this.deadlineHeader = properties.request().acceptDeadline() ? properties.deadlineHeader() : "";
        this.paths = paths;
        this.retryAfter = RetryAfter.seconds(properties.request().retryAfter());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            resume(http, response, chain);
        } else if (!paths.contains(http)) {
            chain.doFilter(request, response);
        } else if (admission.enter()) {
            admitted(http, response, chain);
        } else {
            turnAway((HttpServletResponse) response);
        }
    }

    private void admitted(HttpServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Held held = new Held(admission);
        try {
            within(timeout(request), () -> {
                request.setAttribute(DEADLINE, Deadline.current());
                chain.doFilter(request, response);
                return true;
            });
        } finally {
            if (!held.untilComplete(request)) {
                held.release();
            }
        }
    }

    /** What is left of it, on the thread that the request goes on with. */
    private static void resume(HttpServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getAttribute(DEADLINE) instanceof Deadline deadline) {
            Duration left = deadline.left();
            within(left.isZero() ? Duration.ofNanos(1) : left, () -> {
                chain.doFilter(request, response);
                return true;
            });
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void within(Duration timeout, Callable<Boolean> rest) throws IOException, ServletException {
        try {
            Deadline.callWithin(timeout, rest);
        } catch (IOException | ServletException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    /** The application's, or the caller's where that is shorter. What is not a number of milliseconds says nothing. */
    private Duration timeout(HttpServletRequest request) {
        String wanted = deadlineHeader.isEmpty() ? null : request.getHeader(deadlineHeader);
        if (wanted == null) {
            return properties.timeout();
        }
        try {
            Duration callers = Duration.ofMillis(Math.max(1, Long.parseLong(wanted.trim())));
            return callers.compareTo(properties.timeout()) < 0 ? callers : properties.timeout();
        } catch (NumberFormatException e) {
            return properties.timeout();
        }
    }

    private void turnAway(HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setHeader("Retry-After", retryAfter);
        response.setContentType("application/problem+json");
        response.setContentLength(PROBLEM.length);
        response.getOutputStream().write(PROBLEM);
    }

    /** One place, given back once. */
    private static final class Held implements AsyncListener {
        private final Admission admission;
        private final long since = System.nanoTime();
        private final AtomicBoolean released = new AtomicBoolean();

        Held(Admission admission) {
            this.admission = admission;
        }

        boolean untilComplete(HttpServletRequest request) {
            if (!request.isAsyncStarted()) {
                return false;
            }
            try {
                request.getAsyncContext().addListener(this);
                return true;
            } catch (IllegalStateException completedMeanwhile) {
                return false;
            }
        }

        void release() {
            if (released.compareAndSet(false, true)) {
                admission.leave(System.nanoTime() - since);
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            release();
        }

        /** Listeners do not outlive a new start. */
        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}
    }
}
