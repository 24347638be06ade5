package dev.headroom.lab.store;

import dev.headroom.core.text.Secrets;
import dev.headroom.core.text.Texts;
import dev.headroom.lab.secrets.EnvironmentValues;
import dev.headroom.lab.secrets.KnownForms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of all that is stored or shown: those that go by a name ({@link Secrets}), those that are known by their form
 * ({@link KnownForms}), and wherever else the value of one stands.
 */
public final class Redaction {

    /** A shorter value stands in other texts by chance. */
    private static final int SHORTEST = 6;

    private record Text(String name, String text) {}

    private final boolean secretsShown;
    private final List<Pattern> values = new ArrayList<>();
    /** Names stand in thousands of samples. */
    private final Map<Text, String> seen = new HashMap<>();

    /**
     * @param holder in which secrets stand, which are known by their values wherever else they are
     * @param secretsShown leaves them as they are, but for values of the environment, which are never shown
     */
    public Redaction(Object holder, boolean secretsShown) {
        this.secretsShown = secretsShown;
        Set<String> secrets = new HashSet<>();
        Texts.change(holder, (name, text) -> {
            (Secrets.isSecret(name, text) ? List.of(text) : Secrets.in(text))
                    .stream().filter(secret -> secret.length() >= SHORTEST).forEach(secrets::add);
            return text;
        });
        secrets.forEach(
                secret -> values.add(Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(secret) + "(?![A-Za-z0-9])")));
    }

    /** What was seen of a JVM that is none of ours, fit to be shown. */
    public static <T> T hide(T record) {
        return new Redaction(record, false).of(record);
    }

    /** A text of which nothing else is known, such as an error, fit to be shown. */
    public static String hideIn(String text) {
        return KnownForms.hideIn(Secrets.hideIn(EnvironmentValues.hideIn(text)));
    }

    /** The same, fit to be stored and shown. */
    public <T> T of(T record) {
        return secretsShown
                ? Texts.change(record, (name, text) -> EnvironmentValues.hideIn(text))
                : Texts.change(
                        record,
                        (name, text) ->
                                seen.computeIfAbsent(new Text(name, text), one -> clean(one.text(), one.name())));
    }

    private String clean(String text, String name) {
        String written = EnvironmentValues.hideIn(text);
        String shown = KnownForms.hideIn(
                written.equals(text)
                        ? Secrets.hide(name, text)
                        : Secrets.hideIn(written)); // the secret is out of it, whatever it goes by
        for (Pattern value : values) {
            Matcher found = value.matcher(shown);
            boolean isName = found.matches() && !Secrets.isMixed(shown); // a user may be called as his password is
            shown = isName ? shown : found.replaceAll(Secrets.HIDDEN);
        }
        return shown;
    }
}
