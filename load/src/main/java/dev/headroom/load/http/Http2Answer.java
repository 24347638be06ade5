package dev.headroom.load.http;

import io.netty.buffer.search.SearchProcessor;
import io.netty.buffer.search.SearchProcessorFactory;
import org.jspecify.annotations.Nullable;

/** What has been read of one answer, on a connection that carries several. */
final class Http2Answer {

    final Exchange exchange;
    final @Nullable SearchProcessor sought;
    boolean found;
    int status;
    boolean whole;
    boolean unseen;

    /** Others have ended the request, and the service has yet to be told. */
    boolean abandoned;

    RequestOutcome.@Nullable Failed failure;

    Http2Answer(Exchange exchange, @Nullable SearchProcessorFactory text) {
        this.exchange = exchange;
        sought = text == null ? null : text.newSearchProcessor();
        found = text == null;
    }

    RequestOutcome.Answered outcome() {
        return new RequestOutcome.Answered(status, found);
    }
}
