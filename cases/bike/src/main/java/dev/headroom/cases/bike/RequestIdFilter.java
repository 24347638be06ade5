package dev.headroom.cases.bike;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Takes a request's id or makes one, and logs when Tomcat's thread takes up the request and when it is done. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestIdFilter extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger(RequestIdFilter.class);

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals("/ready");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long start = System.nanoTime();
        String id = RequestId.of(request.getHeader(RequestId.HEADER));
        response.setHeader(RequestId.HEADER, id);
        try (var inUse = RequestId.use(id)) {
            LOG.info("{} {}", request.getMethod(), request.getRequestURI());
            chain.doFilter(request, response);
            LOG.info(
                    "answers {} after {} ms",
                    response.getStatus(),
                    Duration.ofNanos(System.nanoTime() - start).toMillis());
        }
    }
}
