package dev.headroom.load.http;

import org.jspecify.annotations.Nullable;

/** What has been read of one answer, on a connection that carries several. */
final class Http2Answer {

    final Exchange exchange;
    final @Nullable SoughtText sought;
    int matched;
    int status;
    boolean whole;
    boolean unseen;

    /** Others have ended the request, and the service has yet to be told. */
    boolean abandoned;

    RequestOutcome.@Nullable Failed failure;

    Http2Answer(Exchange exchange, @Nullable SoughtText sought) {
        this.exchange = exchange;
        this.sought = sought;
    }

    RequestOutcome.Answered outcome() {
        return new RequestOutcome.Answered(status, sought == null || sought.found(matched));
    }
}
