package dev.headroom.cases.common;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes a request's id or makes one, and logs when Tomcat's thread takes up the request and when it is done. A request
 * that waits for a future comes here twice: it is taken up once, and done the second time.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public class RequestIdFilter extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger(RequestIdFilter.class);
    private static final String TAKEN_UP = RequestIdFilter.class.getName();

    private record TakenUp(String id, long at) {}

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals("/ready");
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean first = request.getDispatcherType() != DispatcherType.ASYNC;
        if (first) {
            request.setAttribute(
                    TAKEN_UP, new TakenUp(RequestId.of(request.getHeader(RequestId.HEADER)), System.nanoTime()));
        }
        TakenUp takenUp = (TakenUp) Objects.requireNonNull(request.getAttribute(TAKEN_UP));
        response.setHeader(RequestId.HEADER, takenUp.id());
        try (var inUse = RequestId.use(takenUp.id())) {
            if (first) {
                LOG.debug("{} {}", request.getMethod(), request.getRequestURI());
            }
            chain.doFilter(request, response);
            if (!isAsyncStarted(request)) {
                LOG.debug(
                        "answers {} after {} ms",
                        response.getStatus(),
                        Duration.ofNanos(System.nanoTime() - takenUp.at()).toMillis());
            }
        }
    }
}
