package dev.headroom.agent.limits;

import dev.headroom.agent.catalogue.Catalogue.Entry;
import dev.headroom.agent.catalogue.Chain;
import dev.headroom.agent.catalogue.Setter;
import dev.headroom.agent.jvm.Identity;
import dev.headroom.agent.moves.OfAll;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the setter of a limit sets, read by its entry. Settings of a part that its owner has dropped are those that were read last: some libraries make it anew for whoever asks. */
final class Settings {

    private final Entry entry;
    private final String read;
    private volatile List<Number> last = List.of();

    Settings(Entry entry) {
        this.entry = entry;
        read = entry.has("raw") ? "raw" : "capacity";
    }

    /** Empty where they cannot be read. */
    List<Number> read(Object of, @Nullable Object key, boolean there) {
        if (!there && isOfPart(read)) {
            return last;
        }
        List<Number> found = new ArrayList<>();
        for (String raw : entry.list(read)) {
            if (!(Chain.of(raw).value(of, key) instanceof Number number)) {
                return List.of();
            }
            found.add(number);
        }
        last = List.copyOf(found);
        return found;
    }

    /** They are being set: until they are read again, those that were read last are no more. */
    void change() {
        last = List.of();
    }

    /** They were set. */
    void are(List<Number> now) {
        last = List.copyOf(now);
    }

    private boolean isOfPart(String what) {
        return entry.list(what).stream().anyMatch(chain -> chain.contains("*"));
    }

    /** Why not to move it; a setting of one, as for each host, may be more in all, so that whoever was asked did not see it. */
    String harm(List<Number> now, int capacity) {
        boolean hidesOne = entry.has("raw")
                && capacity != 1
                && !now.isEmpty()
                && now.get(0).intValue() == 1;
        return hidesOne
                ? "its setting of 1 lets one past at a time, perhaps so that only one changes something, though it is more in all"
                : entry.get("harm");
    }

    /** Equal for parts that have one setting together; {@code otherwise} where a part has its own. */
    Object setting(Object of, Object otherwise) {
        Setter setter = new Setter(entry.get("set"));
        return setter.isRelative() || setter.isOfPart() || isOfPart("capacity") || isOfPart(read)
                ? otherwise
                : new OfAll(new Identity(setter.target(of)), entry.get("set"));
    }
}
