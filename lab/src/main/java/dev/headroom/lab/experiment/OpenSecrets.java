package dev.headroom.lab.experiment;

import dev.headroom.core.text.Secrets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Secrets among the arguments of commands, which every user of the machine can read while they run: nothing can be done about it but by who
 * writes the file. Those of a service by {@code java} are not among them: its JVM reads its arguments from a file of mode 600.
 */
final class OpenSecrets extends Checks {

    private final Set<String> seen = new TreeSet<>();

    private OpenSecrets(YamlDocument document) {
        super(document);
    }

    static List<Mistake> find(YamlDocument document) {
        OpenSecrets secrets = new OpenSecrets(document);
        String watched = YamlDocument.child("/services", secrets.watched);
        for (String service : document.children("/services")) {
            secrets.of(service, service);
        }
        for (String variant : document.children("/variants")) {
            secrets.of(variant, ProgramChecks.owner(document, watched, variant));
            secrets.ofLoad(variant + "/load/command");
        }
        secrets.ofLoad("/load/command");
        return secrets.mistakes;
    }

    /** @param program of the service or variant: that which has the command that its arguments go to */
    private void of(String owner, String program) {
        List<String> command = document.command(program + "/command");
        if (command.isEmpty() || Path.of(command.getFirst()).endsWith("java")) {
            return;
        }
        if (owner.equals(program)) {
            of(owner + "/command", command);
        }
        of(owner + "/args", document.list(owner + "/args"));
    }

    private void ofLoad(String list) {
        of(list, document.command(list));
    }

    private void of(String list, List<String> words) {
        List<String> shown = Secrets.hideInArguments(words);
        for (int i = 0; i < words.size(); i++) {
            if (!shown.get(i).equals(words.get(i)) && seen.add(words.get(i))) {
                boolean line = at(list).isString();
                mistake(
                        line ? list : list + "/" + i,
                        "`" + shown.get(i) + "` on a command line, which every user of this machine can read",
                        "a secret in `env`, or in a file that the program reads");
            }
        }
    }
}
