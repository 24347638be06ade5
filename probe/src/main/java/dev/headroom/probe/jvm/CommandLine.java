package dev.headroom.probe.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What the command that started a JVM says.
 *
 * @param options of the JVM, those of the environment first
 * @param main class, source file or {@code module/class}; empty where a jar was started or none is named
 * @param jar that was started; empty where none was
 * @param classPath as given; empty where it was not
 * @param unread files that it names for more options, and that could not be read
 */
record CommandLine(List<String> options, String main, String jar, String classPath, List<String> unread) {

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final Set<String> MODULE = Set.of("-m", "--module");
    private static final Set<String> WITH_VALUE = Set.of("""
            -p --module-path --upgrade-module-path --add-modules --limit-modules --add-reads --add-exports
            --add-opens --patch-module --enable-native-access --source -d --describe-module""".split("\\s"));

    /**
     * @param words of the command, the executable first
     * @param environment what {@code JAVA_TOOL_OPTIONS} and its kin hold
     */
    static CommandLine of(List<String> words, List<String> environment) {
        return of(words, environment, file -> Optional.empty());
    }

    /** @param contents of the files that it names for more options; empty where one cannot be read */
    static CommandLine of(List<String> words, List<String> environment, Function<String, Optional<String>> contents) {
        OptionFiles files = new OptionFiles(contents);
        List<String> options = new ArrayList<>();
        environment.forEach(text -> options.addAll(files.expanded(QuotedWords.ofVariable(text))));
        CommandLine command = of(words, options, files);
        List<String> all = new ArrayList<>(files.named(command.options));
        all.addAll(command.options);
        return new CommandLine(all, command.main, command.jar, command.classPath, files.unread());
    }

    private static CommandLine of(List<String> command, List<String> options, OptionFiles files) {
        List<String> words = new ArrayList<>(command);
        String classPath = "";
        int ofFiles = 0; // up to there words come from files
        for (int i = 1; i < words.size(); i++) {
            while (i >= ofFiles && i < words.size() && files.names(words.get(i))) {
                List<String> more = files.words(words.remove(i));
                words.addAll(i, more);
                ofFiles = i + more.size();
            }
            if (i >= words.size()) {
                break; // the last file held nothing
            }
            String word = words.get(i);
            Optional<String> next = i + 1 < words.size() ? Optional.of(words.get(i + 1)) : Optional.empty();
            if (word.equals("-jar")) {
                return new CommandLine(options, "", next.orElse(""), classPath, List.of());
            }
            if (MODULE.contains(word)) {
                return new CommandLine(options, next.orElse(""), "", classPath, List.of());
            }
            if (!word.startsWith("-") && !word.startsWith("@")) {
                return new CommandLine(options, word, "", classPath, List.of());
            }
            options.add(word);
            if (CLASS_PATH.contains(word)) {
                classPath = next.orElse("");
            }
            if (CLASS_PATH.contains(word) || WITH_VALUE.contains(word)) {
                next.ifPresent(options::add);
                i++;
            }
        }
        return new CommandLine(options, "", "", classPath, List.of());
    }

    /** The name that a reader knows it by; empty where the command names nothing. */
    String name() {
        String program = jar.isEmpty() ? main : jar;
        boolean file = !jar.isEmpty() || program.endsWith(".java");
        return file ? program.substring(program.lastIndexOf('/') + 1) : program;
    }

    /** The last option that begins so, without its beginning. */
    Optional<String> option(String beginning) {
        return options.stream()
                .filter(option -> option.startsWith(beginning))
                .reduce((earlier, later) -> later)
                .map(option -> option.substring(beginning.length()));
    }

    /** Whether {@code -XX:+NAME} was given, and {@code -XX:-NAME} not after it; empty where neither was. */
    Optional<Boolean> flag(String name) {
        return options.stream()
                .filter(option -> option.equals("-XX:+" + name) || option.equals("-XX:-" + name))
                .reduce((earlier, later) -> later)
                .map(option -> option.charAt(4) == '+');
    }
}
