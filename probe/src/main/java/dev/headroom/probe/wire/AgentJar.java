package dev.headroom.probe.wire;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The agent's jar, packed into our own: a JVM loads agents from files, so it is unpacked into an {@link AgentFolder}. */
final class AgentJar {

    static final String NAME = "headroom-agent.jar";
    static final byte[] CONTENT = content();

    /** Which build of the agent this is, for the part of it that a JVM has met before. */
    static final String BUILD = build();

    private AgentJar() {}

    private static String build() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(CONTENT), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static byte[] content() {
        try (InputStream jar = AgentJar.class.getResourceAsStream("/dev/headroom/probe/" + NAME)) {
            if (jar == null) {
                throw new IllegalStateException(
                        NAME + " is missing in Headroom's own jar: build with ./mvnw package, not with an IDE alone");
            }
            return jar.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the agent's jar cannot be read", e);
        }
    }
}
