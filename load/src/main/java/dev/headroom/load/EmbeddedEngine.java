package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.load.http.Client;
import dev.headroom.load.http.Loop;
import dev.headroom.load.users.Audience;
import dev.headroom.load.users.Population;
import io.netty.util.Version;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The load generator inside Headroom: one thread, on Netty's sockets with an HTTP/1.1 reader of its own (and Netty's for HTTP/2), since it shares a
 * small machine with the service that it loads. Why so, with figures: {@code docs/decisions/0002-load-engine.md}.
 */
public final class EmbeddedEngine implements LoadEngine {

    private final AtomicBoolean rehearsed = new AtomicBoolean();

    /** With its version, for the report. */
    private static String name() {
        String netty = Optional.ofNullable(Version.identify().get("netty-transport"))
                .map(Version::artifactVersion)
                .orElse("?");
        return "embedded (Netty " + netty + ")";
    }

    @Override
    public RunningLoad start(Mix mix, Load load, Population population) {
        LoadCheck.check(load);
        if (load instanceof Load.Tool tool) {
            throw new IllegalArgumentException("a script of " + tool.program().tool() + " needs that tool");
        }
        Loop loop = Loop.open();
        try {
            Client client = new Client(loop, mix, load.transport());
            EmbeddedLoad running = new EmbeddedLoad(
                    name() + ", " + loop.transport() + (load.transport().http2() ? ", HTTP/2" : ""),
                    loop,
                    client,
                    new Audience(mix, load, population),
                    load,
                    rehearsed.compareAndSet(false, true));
            running.start();
            return running;
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }
}
