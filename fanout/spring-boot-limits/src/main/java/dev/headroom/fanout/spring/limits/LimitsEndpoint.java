package dev.headroom.fanout.spring.limits;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Each limit of the application, its use, its ceiling, and which one binds now. */
@Endpoint(id = "limits")
public class LimitsEndpoint {
    private final Limits limits;
    private final StartUpReport report;

    LimitsEndpoint(Limits limits, StartUpReport report) {
        this.limits = limits;
        this.report = report;
    }

    /** As of now. */
    @ReadOperation
    public LimitsReport limits() {
        return limits.report(report.findings());
    }
}
