package io.grpc;

/** As gRPC's own is asked for its status. */
public final class StatusRuntimeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Code code;

    public StatusRuntimeException(Code code) {
        super(code.name());
        this.code = code;
    }

    public Status getStatus() {
        return new Status(code);
    }

    public enum Code {
        UNAVAILABLE,
        INVALID_ARGUMENT
    }

    public record Status(Code code) {
        public Code getCode() {
            return code;
        }
    }
}
