package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever may enter the folder of its socket may connect as often as he likes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentListenerIT {

    private static final int MAGIC = 0x48656164;
    private static final int VERSION = Hello.VERSION;
    private static final int GOODBYE = 'E';

    private final List<SocketChannel> open = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void end() throws IOException {
        over.countDown();
        for (SocketChannel channel : open) {
            channel.close();
        }
    }

    private SocketChannel connect(AgentListener listener) throws IOException {
        Path socket = Path.of(listener.options().replaceAll(".*,socket=([^,]+).*", "$1"));
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        open.add(channel);
        return channel;
    }

    private static byte[] hello() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream hello = new DataOutputStream(bytes);
        hello.writeInt(MAGIC);
        hello.writeByte(VERSION);
        hello.writeByte(2);
        hello.writeLong(1);
        hello.writeUTF("25");
        hello.writeUTF("somebody");
        return bytes.toByteArray();
    }

    private static int read(SocketChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        return channel.read(one) < 0 ? -1 : one.get(0);
    }

    private void heard() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void soManyAreHeardAtOnceAndFurtherOnesAreSentAwayAtOnce() throws Exception {
        try (AgentListener listener = AgentListener.open((hello, session) -> heard())) {
            for (int i = 0; i < AgentListener.AT_ONCE; i++) {
                connect(listener).write(ByteBuffer.wrap(hello()));
            }
            assertThat(listener.refusals()).isEmpty();
            SocketChannel further = connect(listener);
            assertThat(read(further)).isEqualTo(GOODBYE);
            assertThat(read(further)).isNegative();
            assertThat(listener.refusals()).contains("1 connections were refused");
        }
    }

    @Test
    @Tag("nightly")
    void whoeverSaysNoHelloMakesRoomForTheAgentSoon() throws Exception {
        CompletableFuture<Hello> heard = new CompletableFuture<>();
        try (AgentListener listener = AgentListener.open((hello, session) -> heard.complete(hello))) {
            for (int i = 0; i < AgentListener.AT_ONCE; i++) {
                connect(listener);
            }
            for (SocketChannel silent : open) {
                assertThat(read(silent)).as("is hung up on").isNegative();
            }
            while (!heard.isDone()) {
                SocketChannel agent = connect(listener);
                agent.write(ByteBuffer.wrap(hello()));
                Thread.sleep(20);
            }
            assertThat(heard.get().sample()).isTrue();
        }
    }
}
