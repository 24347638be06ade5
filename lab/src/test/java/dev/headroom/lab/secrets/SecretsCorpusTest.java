package dev.headroom.lab.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.lab.store.Redaction;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Texts that stay as they are, and secrets that go and take nothing with them. */
class SecretsCorpusTest {

    /** {@code [a36]} is 36 letters and digits, {@code [A..]} such as AWS has, {@code [0..]} digits: no scanner shall take the corpus for a leak. */
    private static final Pattern MADE_UP = Pattern.compile("\\[([aA0])(\\d+)]");

    private static final Random RANDOM = new Random(7);

    static Stream<String> stays() throws IOException {
        return lines("stay.txt");
    }

    static Stream<String> goes() throws IOException {
        return lines("go.txt")
                .map(line -> MADE_UP.matcher(line)
                        .replaceAll(part -> madeUp(part.group(1), Integer.parseInt(part.group(2)))));
    }

    @ParameterizedTest
    @MethodSource("stays")
    void whatIsNoSecretStays(String text) {
        assertThat(Redaction.hideIn(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("goes")
    void aSecretGoesAndNothingElse(String text) {
        assertThat(Redaction.hideIn(text.replaceAll("[{}]", ""))).isEqualTo(text.replaceAll("\\{.*}", "***"));
    }

    @Test
    void eachRuleCompiles() throws IOException {
        List<String> rules;
        try (InputStream in = Objects.requireNonNull(KnownForms.class.getResourceAsStream("gitleaks.tsv"))) {
            rules = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
        assertThat(rules).hasSizeGreaterThan(200);
        rules.forEach(rule -> Arrays.stream(rule.split("\t", -1)).skip(4).forEach(com.google.re2j.Pattern::compile));
    }

    /** What this repository says of itself, and what was measured in it, holds no secret but those of examples. */
    @Test
    void ourOwnPagesAndMeasurementsStay() throws IOException {
        List<String> taken = new ArrayList<>();
        int texts = 0;
        Path root = Path.of("..");
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> docs = Files.walk(root.resolve("docs"));
                Stream<Path> top = Files.list(root)) {
            Stream.concat(docs, top)
                    .filter(file -> file.toString().endsWith(".md"))
                    .forEach(pages::add);
        }
        for (Path page : pages) {
            for (String line : Files.readAllLines(page)) {
                texts++;
                taken(page, line, taken);
            }
        }
        try (Stream<Path> runs = Files.list(Path.of("src/test/resources/recorded"))) {
            for (Path run :
                    runs.filter(file -> file.toString().endsWith(".json")).toList()) {
                for (String text : texts(JsonMapper.shared().readTree(Files.readString(run)))) {
                    texts++;
                    taken(run, text, taken);
                }
            }
        }
        assertThat(taken).as("%d texts", texts).isEmpty();
    }

    private static void taken(Path file, String text, List<String> taken) {
        String shown = Redaction.hideIn(text);
        if (!shown.equals(text)) {
            taken.add(file.getFileName() + ": " + shown);
        }
    }

    private static List<String> texts(JsonNode node) {
        List<String> all = new ArrayList<>();
        if (node.isString()) {
            all.add(node.asString());
        }
        node.forEach(part -> all.addAll(texts(part)));
        return all;
    }

    private static String madeUp(String kind, int length) {
        String alphabet = switch (kind) {
            case "0" -> "0123456789";
            case "A" -> "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
            default -> "abcdefghijklmnopqrstuvwxyz0123456789";
        };
        StringBuilder made = new StringBuilder();
        RANDOM.ints(length, 0, alphabet.length()).forEach(i -> made.append(alphabet.charAt(i)));
        return made.toString();
    }

    private static Stream<String> lines(String name) throws IOException {
        try (var in = Objects.requireNonNull(SecretsCorpusTest.class.getResourceAsStream("/secrets/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        }
    }
}
