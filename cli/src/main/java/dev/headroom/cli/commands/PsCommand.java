package dev.headroom.cli.commands;

import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.screen.Output;
import dev.headroom.core.text.Printable;
import dev.headroom.core.text.Texts;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.report.text.Ascii;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** Lists the running JVMs. */
@Command(
        name = "ps",
        description = "Lists the JVMs that run here, and what can be done with each. None of them notices.")
public final class PsCommand implements Callable<Integer> {

    private static final List<String> HEAD = List.of("PID", "NAME", "JAVA", "PORTS", "WAY IN");
    private static final int WIDEST = 34;

    @Option(names = "--json", description = "Prints them as JSON.")
    private boolean json;

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws ProbeException {
        PrintWriter out = output.out();
        List<RunningJvm> found = RunningJvms.list();
        if (json) {
            out.println(Ascii.json(json(found)));
        } else {
            lines(found, System.getProperty("user.name")).forEach(out::println);
        }
        out.flush();
        return ExitCode.DONE.code();
    }

    public static String json(List<RunningJvm> jvms) {
        return Printable.of(JsonMapper.shared()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(jvms.stream()
                        .map(Redaction::hide)
                        .map(PsCommand::fields)
                        .toList())
                .replace(System.lineSeparator(), "\n"));
    }

    /**
     * A row each, and below it what else there is to say.
     *
     * @param user whose JVMs need no name beside them
     */
    public static List<String> lines(List<RunningJvm> found, String user) {
        List<RunningJvm> jvms = found.stream()
                .map(jvm -> Texts.change(Redaction.hide(jvm), (name, text) -> Printable.name(text)))
                .toList();
        if (jvms.isEmpty()) {
            return List.of("no JVM runs here that this user can see");
        }
        List<List<String>> rows = Stream.concat(Stream.of(HEAD), jvms.stream().map(PsCommand::row))
                .toList();
        int[] widths = IntStream.range(0, HEAD.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            lines.add(line(rows.get(i), widths));
            if (i > 0) {
                for (String more : more(jvms.get(i - 1), user)) {
                    lines.add(" ".repeat(widths[0] + 2) + more);
                }
            }
        }
        return lines;
    }

    private static String line(List<String> row, int[] widths) {
        String first = " ".repeat(widths[0] - row.getFirst().length()) + row.getFirst();
        return Stream.concat(
                        Stream.of(first),
                        IntStream.range(1, widths.length)
                                .mapToObj(column -> ("%-" + widths[column] + "s").formatted(row.get(column))))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }

    private static List<String> row(RunningJvm jvm) {
        return List.of(
                Long.toString(jvm.pid()),
                cut(jvm.name()),
                jvm.version().isEmpty() ? jvm.vm() : jvm.version(),
                jvm.ports().stream().map(String::valueOf).collect(Collectors.joining(" ")),
                jvm.access().toString());
    }

    /** The end of a class name says more than its beginning. */
    private static String cut(String name) {
        if (name.length() <= WIDEST) {
            return name;
        }
        String end = name.substring(name.length() - WIDEST + 1);
        int word = end.indexOf('.') + 1;
        return "…" + (word > 0 && word < end.length() / 2 ? end.substring(word) : end);
    }

    private static List<String> more(RunningJvm jvm, String user) {
        List<String> facts = new ArrayList<>();
        if (!jvm.vendor().isEmpty()) {
            facts.add(jvm.vendor() + " " + jvm.vm());
        }
        facts.addAll(jvm.frameworks());
        if (!jvm.container().isEmpty()) {
            facts.add(jvm.container() + (jvm.pidInside() == jvm.pid() ? "" : ", pid " + jvm.pidInside() + " inside"));
        }
        if (!jvm.user().isEmpty() && !jvm.user().equals(user)) {
            facts.add("user " + jvm.user());
        }
        jvm.jmxPort().ifPresent(port -> facts.add("JMX on " + port));
        return Stream.of(String.join(", ", facts), jvm.why())
                .filter(line -> !line.isEmpty())
                .flatMap(line -> Printable.wrap(line, 72).stream())
                .toList();
    }

    private static Map<String, Object> fields(RunningJvm jvm) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pid", jvm.pid());
        fields.put("pidInside", jvm.pidInside());
        fields.put("user", jvm.user());
        fields.put("name", jvm.name());
        fields.put("vm", jvm.vm());
        fields.put("vendor", jvm.vendor());
        fields.put("version", jvm.version());
        fields.put("frameworks", jvm.frameworks());
        fields.put("ports", jvm.ports());
        fields.put("container", jvm.container());
        fields.put("jmxPort", jvm.jmxPort().isPresent() ? jvm.jmxPort().getAsInt() : null);
        fields.put("access", jvm.access().toString());
        fields.put("why", jvm.why());
        fields.put("arguments", jvm.arguments());
        return fields;
    }
}
