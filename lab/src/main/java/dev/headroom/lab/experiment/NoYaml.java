package dev.headroom.lab.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Says of text that YAML cannot read what to write: the parser tells only which character it stumbled at. */
final class NoYaml {

    /** {@code http://127.0.0.1:${db.port}/x}, with what stands before and after it. */
    private static final Pattern PLACEHOLDER = Pattern.compile("[^\\s,\\[\\]{}\"']*\\$\\{[^}]*}[^\\s,\\[\\]{}\"']*");

    private NoYaml() {}

    static Mistake mistake(Path file, String text, MarkedYamlEngineException failure) {
        Mark mark = failure.getProblemMark().orElse(null);
        if (mark == null) {
            return Mistake.at(file, Place.NONE, failure.getProblem(), "YAML");
        }
        List<String> lines = text.lines().toList();
        String line = mark.getLine() < lines.size() ? lines.get(mark.getLine()) : "";
        Place place = new Place(mark.getLine() + 1, mark.getColumn() + 1);
        int tab = line.indexOf('\t');
        if (tab >= 0 && line.substring(0, tab).isBlank()) {
            return Mistake.at(
                    file, new Place(mark.getLine() + 1, tab + 1), "a tab", "spaces: YAML is not indented by tabs");
        }
        Matcher placeholder = PLACEHOLDER.matcher(line);
        while (placeholder.find()) {
            if (placeholder.start() <= mark.getColumn() && mark.getColumn() <= placeholder.end()) {
                return Mistake.at(
                        file,
                        new Place(mark.getLine() + 1, placeholder.start() + 1),
                        "`" + placeholder.group() + "` without quotes between braces or brackets",
                        "it in quotes: \"" + placeholder.group() + "\"");
            }
        }
        if (failure.getProblem().equals("but found another document")) {
            return Mistake.at(file, place, "a second document", "one experiment in a file");
        }
        return failure.getProblem().startsWith("found character")
                ? Mistake.at(file, place, failure.getProblem().substring("found ".length()), "the text in quotes")
                : Mistake.at(file, place, failure.getProblem(), "YAML");
    }
}
