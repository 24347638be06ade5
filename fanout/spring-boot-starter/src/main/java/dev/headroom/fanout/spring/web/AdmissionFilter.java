package dev.headroom.fanout.spring.web;

import dev.headroom.fanout.Call;
import dev.headroom.fanout.Caller;
import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.Network;
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
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many requests in and turns the next one away at once with 503, before Spring has looked at it; gives those that
 * it lets in a deadline, and tells their threads for whom they work. A request is in flight until it is answered: one that goes on asynchronously until that is
 * complete, whichever thread does it.
 */
final class AdmissionFilter implements Filter {
    private static final String DEADLINE = AdmissionFilter.class.getName() + ".deadline";
    private static final String CALLER = AdmissionFilter.class.getName() + ".caller";
    private static final byte[] PROBLEM =
            "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,\"detail\":\"Too many requests are in flight; try again later.\"}"
                    .getBytes(StandardCharsets.UTF_8);

    private final Admission admission;
    private final FanoutProperties.Request properties;
    private final String deadlineHeader;
    private final List<Network> trusted;
    private final BoundedPaths paths;
    private final String retryAfter;
    private final CallerResolver callers;

    AdmissionFilter(Admission admission, FanoutProperties properties, BoundedPaths paths, CallerResolver callers) {
        this.admission = admission;
        this.properties = properties.request();
        this.deadlineHeader = properties.deadlineHeader();
        this.trusted = properties.request().acceptDeadlineFrom().stream()
                .flatMap(network -> Network.parse(network).stream())
                .toList();
        this.paths = paths;
        this.callers = callers;
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
        Call<Boolean, Exception> rest = () -> {
            request.setAttribute(DEADLINE, Deadline.current());
            request.setAttribute(CALLER, Caller.current());
            chain.doFilter(request, response);
            return true;
        };
        try {
            Duration wanted = wanted(request);
            Caller caller = callers.callerOf(request);
            run(() -> caller.call(
                    wanted == null
                            ? () -> Deadline.callWithin(properties.timeout(), rest)
                            : () -> Deadline.callWithinCallers(wanted, rest)));
        } finally {
            if (!held.untilComplete(request)) {
                held.release();
            }
        }
    }

    /** Under what is left of it, on the thread that the request goes on with. */
    private static void resume(HttpServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getAttribute(DEADLINE) instanceof Deadline deadline
                && request.getAttribute(CALLER) instanceof Caller caller) {
            run(() -> caller.call(() -> deadline.call(() -> {
                chain.doFilter(request, response);
                return true;
            })));
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void run(Call<Boolean, Exception> rest) throws IOException, ServletException {
        try {
            rest.call();
        } catch (IOException | ServletException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    /** What a caller who is trusted wants, where that is shorter than ours. What is not a number of milliseconds says nothing. */
    private @Nullable Duration wanted(HttpServletRequest request) {
        String header = deadlineHeader.isEmpty() ? null : request.getHeader(deadlineHeader);
        if (header == null || trusted.stream().noneMatch(network -> network.contains(request.getRemoteAddr()))) {
            return null;
        }
        try {
            Duration wanted = Duration.ofMillis(Long.parseLong(header.trim()));
            Duration least = properties.leastTimeout();
            Duration given = wanted.compareTo(least) < 0 ? least : wanted;
            return given.compareTo(properties.timeout()) < 0 ? given : null;
        } catch (NumberFormatException e) {
            return null;
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
