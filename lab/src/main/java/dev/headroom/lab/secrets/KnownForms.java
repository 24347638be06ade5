package dev.headroom.lab.secrets;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.headroom.core.text.Secrets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that are known by their form, such as {@code ghp_...}, whatever they are called: by the rules of gitleaks (MIT licence,
 * {@code gitleaks-LICENSE.txt}), which {@code lab/src/gitleaks/convert} wrote to the resource. They are read when a text is first asked for, and a
 * rule is compiled when one of its keywords is first seen. The time that they take grows with the text alone, so a text made on purpose stalls
 * nothing.
 */
public final class KnownForms {

    private static final String RULES = "gitleaks.tsv";
    private static final String COMMON = "*";
    private static final String BETWEEN = "\t";

    /** No secret of any rule is shorter. */
    private static final int SHORTEST = 8;

    private static final class Lazy {
        static final List<Rule> RULES = read();
    }

    private static final class LazyNone {
        static final List<Pattern> NONE = Lazy.RULES.stream()
                .filter(rule -> rule.id.equals(COMMON))
                .flatMap(rule -> rule.none.stream().map(Pattern::compile))
                .toList();
    }

    private static final class Rule {
        final String id;
        final List<String> keywords;
        final double entropy;
        final int group;
        final String regex;
        final List<String> none;

        /** Compiled when it is first needed: most never are. */
        private volatile @Nullable Pattern pattern;

        Rule(String line) {
            String[] columns = line.split(BETWEEN, -1);
            id = columns[0];
            keywords = columns[1].isEmpty() ? List.of() : List.of(columns[1].split(","));
            entropy = Double.parseDouble(columns[2]);
            group = Integer.parseInt(columns[3]);
            regex = columns[4];
            none = Arrays.asList(columns).subList(5, columns.length);
        }

        boolean mayStandIn(String lowerCase, BitSet pairs) {
            for (String keyword : keywords) {
                if (pairs.get(pair(keyword, 0)) && lowerCase.contains(keyword)) {
                    return true;
                }
            }
            return false;
        }

        String hideIn(String text) {
            Matcher found = pattern().matcher(text);
            StringBuilder shown = new StringBuilder();
            int from = 0;
            while (found.find()) {
                int part = secret(found);
                String secret = found.group(part);
                if (entropy(secret) > entropy && !isNone(secret)) {
                    shown.append(text, from, found.start(part)).append(Secrets.HIDDEN);
                    from = found.end(part);
                }
            }
            return from == 0 ? text : shown.append(text, from, text.length()).toString();
        }

        private Pattern pattern() {
            Pattern known = pattern;
            if (known == null) {
                known = Pattern.compile(regex);
                pattern = known;
            }
            return known;
        }

        /** The group that the rule names, or else the first that holds anything. */
        private int secret(Matcher found) {
            if (group > 0) {
                return group;
            }
            for (int i = 1; i <= found.groupCount(); i++) {
                if (found.group(i) != null && !found.group(i).isEmpty()) {
                    return i;
                }
            }
            return 0;
        }

        private boolean isNone(String secret) {
            return LazyNone.NONE.stream().anyMatch(one -> one.matcher(secret).find())
                    || none.stream()
                            .anyMatch(
                                    one -> Pattern.compile(one).matcher(secret).find());
        }
    }

    private KnownForms() {}

    /** The same text, with {@value Secrets#HIDDEN} for each secret in it. */
    public static String hideIn(String text) {
        if (text.length() < SHORTEST || text.equals(Secrets.HIDDEN)) {
            return text;
        }
        String lowerCase = text.toLowerCase(Locale.ROOT);
        BitSet pairs = new BitSet();
        for (int i = 0; i + 1 < lowerCase.length(); i++) {
            pairs.set(pair(lowerCase, i));
        }
        String shown = text;
        for (Rule rule : Lazy.RULES) {
            shown = rule.mayStandIn(lowerCase, pairs) ? rule.hideIn(shown) : shown;
        }
        return shown;
    }

    /** Two letters as a number: most keywords are out by their first two. */
    private static int pair(String text, int at) {
        return (text.charAt(at) & 0x7f) << 7 | text.charAt(at + 1) & 0x7f;
    }

    /** Of Shannon, in bits a character: what was made at random has more of it than words. */
    private static double entropy(String text) {
        return -text.chars()
                .distinct()
                .mapToDouble(
                        c -> (double) text.chars().filter(other -> other == c).count() / text.length())
                .map(share -> share * Math.log(share) / Math.log(2))
                .sum();
    }

    private static List<Rule> read() {
        List<Rule> rules = new ArrayList<>();
        try (InputStream in = KnownForms.class.getResourceAsStream(RULES)) {
            if (in == null) {
                throw new IllegalStateException("the jar of headroom-lab lacks " + RULES + ": build it again");
            }
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> rules.add(new Rule(line)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RULES + " of headroom-lab", e);
        }
        return rules;
    }
}
