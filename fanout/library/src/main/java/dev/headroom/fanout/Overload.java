package dev.headroom.fanout;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which failures of a call say that the downstream has too much: a timeout, HTTP 429, 503 and 504 (RFC 6585 and 9110), and
 * gRPC's {@code UNAVAILABLE}, {@code RESOURCE_EXHAUSTED} and {@code DEADLINE_EXCEEDED}. Any other failure says nothing of
 * its capacity: 4xx is the caller's fault, and a quick 500 is no proof of room.
 */
public final class Overload {
    static final int CAUSES = 16;
    private static final Set<Object> CODES =
            Set.of(429, 503, 504, "UNAVAILABLE", "RESOURCE_EXHAUSTED", "DEADLINE_EXCEEDED");

    /** How the exceptions of clients are asked for the status; by name, as none of these is needed. */
    private static final Map<String, List<String>> STATUS = Map.of(
            "org.springframework.web.client.RestClientResponseException", List.of("getStatusCode", "value"),
            "org.springframework.web.reactive.function.client.WebClientResponseException",
                    List.of("getStatusCode", "value"),
            "dev.headroom.fanout.spring.http.ErrorStatusException", List.of("status"),
            "io.grpc.StatusRuntimeException", List.of("getStatus", "getCode", "name"),
            "io.grpc.StatusException", List.of("getStatus", "getCode", "name"),
            "jakarta.ws.rs.WebApplicationException", List.of("getResponse", "getStatus"),
            "feign.FeignException", List.of("status"),
            "retrofit2.HttpException", List.of("code"));

    private Overload() {}

    /** The default of {@link Downstream.Builder#overload}; {@code signs().or(...)} adds to it. */
    public static Predicate<Throwable> signs() {
        return Overload::isSign;
    }

    /** Whether the call, or one of its causes, ended for lack of time or was turned away for lack of capacity. */
    public static boolean isSign(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; i < CAUSES && cause != null; i++) {
            if (isTimeout(cause) || CODES.contains(status(cause))) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** Timeouts by their names, as each client has its own. An interrupt is none, {@code InterruptedIOException} neither. */
    private static boolean isTimeout(Throwable thrown) {
        return thrown instanceof FanOutException.DeadlineExpired
                || thrown.getClass().getSimpleName().endsWith("TimeoutException");
    }

    /** Empty text where it has none. */
    private static Object status(Throwable thrown) {
        for (Class<?> type = thrown.getClass(); type != Throwable.class; type = type.getSuperclass()) {
            List<String> methods = STATUS.get(type.getName());
            if (methods != null) {
                return ask(thrown, type, methods);
            }
        }
        return "";
    }

    private static Object ask(Object whom, Class<?> type, List<String> methods) {
        try {
            Object answer = whom;
            Class<?> declared = type;
            for (String name : methods) {
                Method method = declared.getMethod(name);
                answer = method.invoke(answer);
                declared = method.getReturnType();
            }
            return answer;
        } catch (ReflectiveOperationException | RuntimeException notAsItWas) {
            return "";
        }
    }
}
