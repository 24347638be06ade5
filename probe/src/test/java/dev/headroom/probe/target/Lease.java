package dev.headroom.probe.target;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** A lease of the kernel on a file (fcntl, F_SETLEASE): whoever else opens it waits until it is given back, 45 s by default. */
public final class Lease implements AutoCloseable {

    private static final int O_RDWR = 2;
    private static final int F_SETSIG = 10;
    private static final int F_SETLEASE = 1024;
    private static final int F_GETLEASE = 1025;
    private static final int F_WRLCK = 1;

    /** Is ignored unless it is asked for; the one that comes otherwise ends a process. */
    private static final int SIGURG = 23;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle OPEN = handle("open", 2, ADDRESS);
    private static final MethodHandle FCNTL = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("fcntl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final int descriptor;

    private Lease(int descriptor) {
        this.descriptor = descriptor;
    }

    private static MethodHandle handle(String name, int fixed, MemoryLayout first) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_INT, first, JAVA_INT),
                Linker.Option.firstVariadicArg(fixed));
    }

    public static Lease on(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            Lease lease = new Lease((int) OPEN.invokeExact(arena.allocateFrom(file.toString()), O_RDWR));
            if (lease.control(F_SETSIG, SIGURG) < 0 || lease.control(F_SETLEASE, F_WRLCK) < 0) {
                throw new IllegalStateException("no lease on " + file);
            }
            return lease;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private int control(int command, int argument) {
        try {
            return (int) FCNTL.invokeExact(descriptor, command, argument);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether somebody has tried to open it since: then another lease is told than was taken. */
    public boolean isBeingBroken() {
        return control(F_GETLEASE, 0) != F_WRLCK;
    }

    @Override
    public void close() {
        try {
            int closed = (int) CLOSE.invokeExact(descriptor);
            if (closed < 0) {
                throw new IllegalStateException("not closed");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
