package dev.headroom.core.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation links to is there: a file or folder of this repository, and in a page a heading of that name. */
class LinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");

    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|^    .*?$|`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)(?: \"[^\"]*\")?\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+?) *$");
    private static final Pattern TARGET_OF_LINK = Pattern.compile("\\]\\([^)]*\\)");
    private static final Pattern NO_ANCHOR = Pattern.compile("[^\\p{L}\\p{N} _-]");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> dead = new ArrayList<>();
        int seen = 0;
        for (Path page : pages()) {
            Matcher links = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
            while (links.find()) {
                String link = links.group(1);
                seen++;
                if (!ELSEWHERE.matcher(link).matches() && !leadsSomewhere(page, link)) {
                    dead.add(ROOT.relativize(page) + ": " + link);
                }
            }
        }
        assertThat(seen).isGreaterThan(100);
        assertThat(dead).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String page : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
            pages.add(ROOT.resolve(page));
        }
        try (Stream<Path> all = Files.walk(DOCS)) {
            all.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private boolean leadsSomewhere(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return target.startsWith(ROOT)
                && Files.exists(target)
                && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    /** As GitHub makes them of headings; of several with the same text the later ones are numbered. */
    private Set<String> anchors(Path page) throws IOException {
        if (!anchors.containsKey(page)) {
            Set<String> found = new HashSet<>();
            Matcher headings = HEADING.matcher(Files.readString(page));
            while (headings.find()) {
                String text = TARGET_OF_LINK.matcher(headings.group(1)).replaceAll("");
                String anchor = NO_ANCHOR
                        .matcher(text.toLowerCase(Locale.ROOT))
                        .replaceAll("")
                        .replace(' ', '-');
                for (int others = 0; !found.add(others == 0 ? anchor : anchor + "-" + others); ) {
                    others++;
                }
            }
            anchors.put(page, found);
        }
        return anchors.getOrDefault(page, Set.of());
    }
}
