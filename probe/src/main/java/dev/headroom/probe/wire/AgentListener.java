package dev.headroom.probe.wire;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * Listens for agents at a Unix-domain socket. The folder in which it is lets in the user of the JVM that is meant and root, the kernel says
 * who has connected, and whoever is not that user is not heard.
 */
public final class AgentListener implements AutoCloseable {

    /** A start script may run some JVMs with our arguments; whatever else its user runs can connect as well. */
    static final int AT_ONCE = 32;

    /** An agent says hello as soon as it is let in. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final byte GOODBYE = 'E';

    private static final SocketOption<UnixDomainPrincipal> PEER = ExtendedSocketOptions.SO_PEERCRED;

    private final AgentFolder folder;
    private final AgentFolder.Bound bound;
    private final BiConsumer<Hello, Session> accepted;
    private final Semaphore free = new Semaphore(AT_ONCE);
    private final AtomicInteger refused = new AtomicInteger();

    /** An agent's connection, its hello already read. */
    public record Session(SocketChannel channel, DataInputStream in, OutputStream out) {}

    private AgentListener(AgentFolder folder, BiConsumer<Hello, Session> accepted) throws IOException {
        this.folder = folder;
        this.bound = folder.bind();
        this.accepted = accepted;
        Thread.ofPlatform().daemon().name("headroom-agents").start(this::accept);
    }

    /**
     * For agents of JVMs that we start.
     *
     * @param accepted called on a thread of its own for each agent
     */
    public static AgentListener open(BiConsumer<Hello, Session> accepted) throws IOException {
        return new AgentListener(AgentFolder.own(), accepted);
    }

    /** The same for an agent that is loaded into the running JVM {@code pid}. */
    public static AgentListener open(long pid, BiConsumer<Hello, Session> accepted) throws IOException {
        return new AgentListener(AgentFolder.of(pid), accepted);
    }

    /** The agent's jar, as the JVM finds it. */
    public String jar() {
        return folder.agentJar().toString();
    }

    /** What an agent has to be told to find this listener. */
    public String options() {
        return "jar=" + jar() + ",build=" + AgentJar.BUILD + ",socket=" + bound.there();
    }

    private void accept() {
        while (bound.server().isOpen()) {
            try {
                SocketChannel channel = bound.server().accept();
                if (free.tryAcquire()) {
                    Thread.ofPlatform().daemon().name("headroom-agent").start(() -> {
                        try {
                            greet(channel);
                        } finally {
                            free.release();
                        }
                    });
                } else {
                    refuse(channel);
                }
            } catch (IOException e) {
                if (bound.server().isOpen()) {
                    throw new IllegalStateException("cannot accept agents at " + bound.here(), e);
                }
            }
        }
    }

    /** An agent takes it for a goodbye, and leaves its JVM as it was. */
    private void refuse(SocketChannel channel) {
        refused.incrementAndGet();
        try (channel) {
            channel.configureBlocking(false);
            channel.write(ByteBuffer.wrap(new byte[] {GOODBYE}));
        } catch (IOException e) {
            return; // it has gone
        }
    }

    /** Why the one that is waited for may not have been heard; empty where all were. */
    public String refusals() {
        int count = refused.get();
        return count == 0
                ? ""
                : "; " + count + " connections were refused, since at most " + AT_ONCE
                        + " are heard at once: other processes of the JVM's user hold these";
    }

    private void greet(SocketChannel channel) {
        try {
            if (channel.supportedOptions().contains(PEER)
                    && !channel.getOption(PEER).user().equals(bound.user())) {
                throw new IOException("an agent of another user");
            }
            DataInputStream in =
                    new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel), 64 * 1024));
            CompletableFuture<Boolean> late = new CompletableFuture<Boolean>()
                    .completeOnTimeout(true, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            late.thenRun(() -> close(channel));
            Hello hello = Hello.read(in);
            late.cancel(false);
            accepted.accept(hello, new Session(channel, in, Channels.newOutputStream(channel)));
        } catch (IOException e) {
            // a stranger, or an agent that ended at once: neither is the one that is waited for
            close(channel);
        }
    }

    /** Closes what may already be broken. */
    public static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket did not close", e);
        }
    }

    @Override
    public void close() {
        try {
            folder.release(bound);
        } catch (IOException e) {
            return; // who owns the folder may have put into it what is not ours to delete
        }
    }
}
