package dev.headroom.benchmarks.fanout.service;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * As many requests as gate and queue have room for. The gate alone would refuse as well, but behind Spring MVC: a refusal must cost next
 * to nothing, or the processors are the next queue without a bound.
 */
final class Admission extends OncePerRequestFilter {
    private final Semaphore permits;

    Admission(int requests) {
        this.permits = new Semaphore(requests);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!permits.tryAcquire()) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            permits.release();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Registration {
        @Bean
        FilterRegistrationBean<Admission> admission(ServiceSettings settings) {
            // Two calls a request
            var filter = new FilterRegistrationBean<>(new Admission((settings.limit() + settings.queue()) / 2));
            filter.addUrlPatterns("/fanout");
            filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return filter;
        }
    }
}
