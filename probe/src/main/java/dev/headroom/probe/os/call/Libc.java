package dev.headroom.probe.os.call;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/** Functions of Linux' C library that Java does not have. What fails returns the negative of the error's number. */
public final class Libc {

    public static final int EPERM = 1;
    static final int ENOENT = 2;
    public static final int ESRCH = 3;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    public static final int ENOSYS = 38;
    static final int ECONNREFUSED = 111;
    public static final int SO_RCVTIMEO = 20;
    private static final int SOL_SOCKET = 1;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
    private static final VarHandle ERROR =
            Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle SOCKET = handle("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle CONNECT = handle("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle GETSOCKOPT =
            handle("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SETSOCKOPT =
            handle("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SEND = handle("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle RECV = handle("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle SHUTDOWN = handle("shutdown", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle CLOSE = handle("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle KILL = handle("kill", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle TCFLUSH = handle("tcflush", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle ISATTY = handle("isatty", JAVA_INT, JAVA_INT);
    private static final MethodHandle OPENAT = handle("openat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle MKFIFOAT = handle("mkfifoat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SYSCALL = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("syscall"),
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            CAPTURE,
            Linker.Option.firstVariadicArg(1));
    private static final MethodHandle STRERROR = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private static final int LONGEST_MESSAGE = 256;

    private Libc() {}

    public static int socket(int domain, int type, int protocol) {
        return (int) call(state -> (int) SOCKET.invokeExact(state, domain, type, protocol));
    }

    static int connect(int socket, MemorySegment address, int length) {
        return (int) call(state -> (int) CONNECT.invokeExact(state, socket, address, length));
    }

    static int getsockopt(int socket, int option, MemorySegment value, MemorySegment length) {
        return (int) call(state -> (int) GETSOCKOPT.invokeExact(state, socket, SOL_SOCKET, option, value, length));
    }

    /** @param option of the level {@code SOL_SOCKET} */
    public static int setsockopt(int socket, int option, MemorySegment value) {
        int length = (int) value.byteSize();
        return (int) call(state -> (int) SETSOCKOPT.invokeExact(state, socket, SOL_SOCKET, option, value, length));
    }

    public static long send(int socket, MemorySegment bytes, long length, int flags) {
        return call(state -> (long) SEND.invokeExact(state, socket, bytes, length, flags));
    }

    public static long recv(int socket, MemorySegment bytes, long length) {
        return call(state -> (long) RECV.invokeExact(state, socket, bytes, length, 0));
    }

    static void shutdown(int socket) {
        int both = 2;
        call(state -> (int) SHUTDOWN.invokeExact(state, socket, both));
    }

    public static void close(int descriptor) {
        call(state -> (int) CLOSE.invokeExact(state, descriptor));
    }

    public static int kill(int pid, int signal) {
        return (int) call(state -> (int) KILL.invokeExact(state, pid, signal));
    }

    /** What was typed at a terminal and read by nobody is lost, a line that is not ended as well. */
    public static void flushInput(int descriptor) {
        int input = 0;
        call(state -> (int) TCFLUSH.invokeExact(state, descriptor, input));
    }

    public static boolean isTerminal(int descriptor) {
        return call(state -> (int) ISATTY.invokeExact(state, descriptor)) == 1;
    }

    static int openat(int folder, MemorySegment path, int flags) {
        return (int) call(state -> (int) OPENAT.invokeExact(state, folder, path, flags));
    }

    static int mkfifoat(int folder, MemorySegment path, int mode) {
        return (int) call(state -> (int) MKFIFOAT.invokeExact(state, folder, path, mode));
    }

    /** For those of Linux 5 and later, whose numbers are the same for all processors. */
    public static long syscall(long number, long first, long second, long third, long fourth) {
        return call(state -> (long) SYSCALL.invokeExact(state, number, first, second, third, fourth));
    }

    /** What an error means, by what a function returned. */
    public static String error(long returned) {
        MemorySegment text = Native.of(() -> (MemorySegment) STRERROR.invokeExact((int) -returned));
        return text.reinterpret(LONGEST_MESSAGE).getString(0, StandardCharsets.UTF_8);
    }

    private static MethodHandle handle(String name, ValueLayout result, ValueLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments), CAPTURE);
    }

    private interface Function {
        long call(MemorySegment state) throws Throwable;
    }

    private static long call(Function function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            long result = Native.of(() -> function.call(state));
            return result < 0 ? -(int) ERROR.get(state, 0L) : result;
        }
    }

    private interface Native<T> {
        T call() throws Throwable;

        /** A method handle may declare anything; a native function throws nothing. */
        static <T> T of(Native<T> function) {
            try {
                return function.call();
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
