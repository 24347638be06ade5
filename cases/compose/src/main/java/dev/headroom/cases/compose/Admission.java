package dev.headroom.cases.compose;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A bound on the requests in flight. Virtual threads have none of their own: without it an overload would queue
 * unseen, and every request would be late instead of a few refused at once.
 */
final class Admission extends OncePerRequestFilter {
    private final Semaphore permits;
    private final Duration retryAfter;

    Admission(int maxInFlight, Duration retryAfter) {
        this.permits = new Semaphore(maxInFlight);
        this.retryAfter = retryAfter;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!permits.tryAcquire()) {
            refuse(response);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            permits.release();
        }
    }

    private void refuse(HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(Math.ceilDiv(retryAfter.toMillis(), 1_000L)));
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().print("""
                {"status":503,"title":"Service Unavailable","detail":"as many requests as may be are in flight"}""");
    }

    @Configuration(proxyBeanMethods = false)
    static class Registration {
        /** Before Spring MVC, so that a refusal costs next to nothing. */
        @Bean
        FilterRegistrationBean<Admission> admission(LiftedSettings settings) {
            var registration =
                    new FilterRegistrationBean<>(new Admission(settings.maxInFlight(), settings.retryAfter()));
            registration.addUrlPatterns("/compose/lifted/*");
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1); // after the request id
            return registration;
        }
    }
}
