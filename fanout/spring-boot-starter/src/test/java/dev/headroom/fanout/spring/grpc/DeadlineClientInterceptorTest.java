package dev.headroom.fanout.spring.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Deadline;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DeadlineClientInterceptorTest {
    private static final MethodDescriptor<String, String> METHOD = MethodDescriptor.<String, String>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("users/get")
            .setRequestMarshaller(new NoMarshaller())
            .setResponseMarshaller(new NoMarshaller())
            .build();

    @Test
    void aCallHasWhatIsLeft() {
        CallOptions options = Deadline.callWithin(Duration.ofSeconds(30), () -> intercepted(CallOptions.DEFAULT));

        assertThat(Objects.requireNonNull(options.getDeadline()).timeRemaining(TimeUnit.SECONDS))
                .isBetween(0L, 30L);
    }

    @Test
    void anEarlierOneStays() {
        CallOptions given = CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS);

        assertThat(Deadline.callWithin(Duration.ofHours(1), () -> intercepted(given))
                        .getDeadline())
                .isEqualTo(given.getDeadline());
    }

    @Test
    void withoutADeadlineThereIsNone() {
        assertThat(intercepted(CallOptions.DEFAULT).getDeadline()).isNull();
    }

    @SuppressWarnings("NullAway") // the call itself is of no interest
    private static CallOptions intercepted(CallOptions given) {
        AtomicReference<CallOptions> asked = new AtomicReference<>();
        new DeadlineClientInterceptor().interceptCall(METHOD, given, new Channel() {
            @Override
            public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
                asked.set(options);
                return null;
            }

            @Override
            public String authority() {
                return "users";
            }
        });
        return asked.get();
    }

    private static final class NoMarshaller implements Marshaller<String> {
        @Override
        public InputStream stream(String value) {
            return InputStream.nullInputStream();
        }

        @Override
        public String parse(InputStream stream) {
            return "";
        }
    }
}
