package dev.headroom.report.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of methods as a reader wants them: without the package. */
public final class Frames {

    private static final String NAME = "[\\p{L}_$][\\p{L}\\p{M}\\p{N}_$]*";
    /** Packages, a class and a method; a class has no small first letter, which tells it from the name of a host. */
    private static final Pattern FRAME = Pattern.compile(
            "(?:" + NAME + "\\.)+((?!\\p{Ll})" + NAME + "\\.(?:" + NAME + "|<init>|<clinit>)(?::\\d+)?)");

    private Frames() {}

    /** {@code com.acme.OrderGate.enter:42} is {@code OrderGate.enter:42}; what is no method with its package stays as it is. */
    public static String brief(String frame) {
        Matcher found = FRAME.matcher(frame);
        return found.matches() ? found.group(1) : frame;
    }
}
