package dev.headroom.cli.screen;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Headroom's version from the manifest of its jar, and the Java that runs it. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {
            "headroom " + headroom(), "Java %s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor"))
        };
    }

    public static String headroom() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "development");
    }
}
