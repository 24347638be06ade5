package dev.headroom.probe.classify;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Activity;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A frame near the top of a stack, and what it tells.
 *
 * @param on what is waited for, in words; empty where only the activity is known
 * @param type entry of the {@link Catalogue}; empty where it is none of its
 * @param reach how many frames from the top the frame may lie
 * @param frames {@code package.Class.method} or a beginning of it
 */
record FrameRule(Activity activity, String on, String type, int reach, List<String> frames) {

    /** The package of a library begins anew within another: {@code wiremock.org.eclipse.jetty}, {@code io.grpc.netty.shaded.io.netty}. */
    private static final Pattern SHADED = Pattern.compile(".*\\.(?:shaded\\.|(?=(?:org\\.|com\\."
            + Libraries.packed().words("shaded").stream()
                    .map(word -> "|" + Pattern.quote(word))
                    .collect(Collectors.joining())
            + ")))");

    /**
     * The frames that the files of libraries have behind a key.
     *
     * @param on what is waited for, in words; empty where only the activity is known
     */
    static FrameRule of(Activity activity, String on, int reach, String key) {
        return new FrameRule(activity, on, "", reach, Libraries.packed().words(key));
    }

    /** A wait for a limit of the catalogue. */
    static FrameRule of(Catalogue.Entry entry, int reach) {
        boolean pool = entry.kind() == LimitKind.CONNECTION_POOL || entry.kind() == LimitKind.OBJECT_POOL;
        return new FrameRule(
                entry.kind() == LimitKind.WORKER_POOL
                        ? Activity.AWAITING_POOL
                        : pool ? Activity.AWAITING_CONNECTION : Activity.AWAITING_LOCK,
                entry.title(),
                entry.id(),
                reach,
                entry.frames());
    }

    /** Some libraries bring others under a package of their own. */
    static String unshaded(String frame) {
        Matcher shaded = SHADED.matcher(frame);
        return shaded.lookingAt() ? frame.substring(shaded.end()) : frame;
    }

    /** The depth of the topmost frame that matches; -1 where none does. */
    int depth(List<String> stack) {
        for (int depth = 0; depth < Math.min(reach, stack.size()); depth++) {
            String frame = unshaded(stack.get(depth));
            if (frames.stream().anyMatch(frame::startsWith)) {
                return depth;
            }
        }
        return -1;
    }
}
