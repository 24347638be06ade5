package dev.headroom.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class OverloadTest {
    @Test
    void timeoutsAreSignsAlsoAsCauses() {
        assertThat(Overload.isSign(new SocketTimeoutException("read"))).isTrue();
        assertThat(Overload.isSign(new CompletionException(new TimeoutException())))
                .isTrue();
        assertThat(Overload.isSign(new FanOutException.DeadlineExpired("a", true)))
                .isTrue();
    }

    @Test
    void theStatusOfAClientsExceptionDecides() {
        assertThat(Overload.isSign(
                        new IOException(new StatusRuntimeException(StatusRuntimeException.Code.UNAVAILABLE))))
                .isTrue();
        assertThat(Overload.isSign(new StatusRuntimeException(StatusRuntimeException.Code.INVALID_ARGUMENT)))
                .isFalse();
    }

    @Test
    void anInterruptIsNone() {
        assertThat(Overload.isSign(new InterruptedIOException("interrupted"))).isFalse();
        assertThat(Overload.isSign(new InterruptedException())).isFalse();
    }

    @Test
    void aFaultIsNone() {
        assertThat(Overload.isSign(new IllegalStateException("500"))).isFalse();
        assertThat(Overload.isSign(new IOException("no route"))).isFalse();
    }
}
