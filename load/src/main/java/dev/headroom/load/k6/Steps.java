package dev.headroom.load.k6;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Take;
import dev.headroom.load.users.Encoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Requests that follow each other, as lines of a function: each is sent, and what it brings is taken. */
final class Steps {

    private final Load load;
    private final boolean cookies;
    private final Data data;

    /** @param cookies whether each user keeps those that it is given */
    Steps(Load load, boolean cookies, Data data) {
        this.load = load;
        this.cookies = cookies;
        this.data = data;
    }

    /** @param login whether these log a user in: they are not counted, and one that fails ends the test */
    String lines(List<Mix.Part> parts, boolean login) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            Mix.Part part = parts.get(i);
            String answer = parts.size() == 1 ? "answer" : "answer" + (i + 1);
            String then = then(part, answer, login, i + 1 < parts.size());
            lines.append(then.contains(answer) ? "  const " + answer + " = " : "  ")
                    .append("http.request(%s);%n".formatted(arguments(part, login, parts.size() > 1)))
                    .append(then);
        }
        return lines.toString();
    }

    private String then(Mix.Part part, String answer, boolean login, boolean more) {
        StringBuilder lines = new StringBuilder();
        if (cookies) {
            lines.append("  keep(v, ").append(answer).append(");\n");
        }
        if (login) {
            lines.append(
                    "  if (%1$s.status === 0 || %1$s.status >= 400) exec.test.abort(`login failed: ${%1$s.status} ${%1$s.error}`);%n"
                            .formatted(answer));
        } else {
            after(part, answer, more, lines);
        }
        part.take()
                .forEach(take -> lines.append("  v.taken%s = needed(%s, %s);%n"
                        .formatted(
                                Data.member(take.name()),
                                taken(take, answer),
                                Js.text(take.name() + ", " + take.place()))));
        return lines.toString();
    }

    private void after(Mix.Part part, String answer, boolean more, StringBuilder lines) {
        if (isChecked(part)) {
            lines.append("  check(%s, { %s: (r) => %s });%n"
                    .formatted(answer, Js.text(CsvReader.bodyCheck(part.label())), holds(part)));
        }
        if (load instanceof Load.Closed closed && !closed.thinkTime().isZero()) {
            lines.append("  think();\n");
        }
        if (more || !part.take().isEmpty()) {
            lines.append("  if (!good(%s)) return;%n".formatted(answer));
        }
    }

    private static boolean isChecked(Mix.Part part) {
        return hasText(part.request()) || !part.take().isEmpty();
    }

    private static boolean hasText(Request request) {
        return !request.success().contains().isEmpty();
    }

    /** That an answer {@code r} has the text that it has to hold, and the values that are taken of it. */
    private static String holds(Mix.Part part) {
        List<String> all = new ArrayList<>();
        if (hasText(part.request())) {
            all.add("r.body !== null && r.body.includes(%s)"
                    .formatted(Js.text(part.request().success().contains())));
        }
        part.take().forEach(take -> all.add("has(() => " + taken(take, "r") + ")"));
        return String.join(" && ", all);
    }

    private String arguments(Mix.Part part, boolean login, boolean several) {
        Request request = part.request();
        String body = request.body().isEmpty()
                ? "null"
                : data.literal(request.body(), before -> Encoding.inBody(request, before));
        List<String> options = new ArrayList<>();
        Map<String, String> headers = new TreeMap<>(request.headers());
        if (!headers.isEmpty()) {
            List<String> each = new ArrayList<>();
            headers.forEach(
                    (name, value) -> each.add(Js.key(name) + ": " + data.literal(value, before -> Encoding.HEADER)));
            options.add("headers: { " + String.join(", ", each) + " }");
        }
        options.add("tags: { name: " + Js.text((login ? "login: " : "") + part.label())
                + (login ? ", counted: 'no'" : isChecked(part) ? ", body: 'checked'" : "") + " }");
        boolean reads = hasText(request) || part.take().stream().anyMatch(take -> take.from() == Take.From.JSON);
        if (reads) {
            options.add("responseType: 'text'");
        }
        if (cookies) {
            options.add("cookies: v.cookies");
        } else if (several || login) {
            options.add("jar: new http.CookieJar()"); // nobody keeps any
        }
        options.add("timeout: " + Js.time(load.transport().timeout()));
        return "%s, %s, %s, {%n    %s,%n  }"
                .formatted(Js.text(request.method()), data.url(request.path()), body, String.join(",\n    ", options));
    }

    private static String taken(Take take, String answer) {
        String function = switch (take.from()) {
            case JSON -> "pointed";
            case HEADER -> "header";
            case COOKIE -> "cookie";
        };
        return function + "(" + answer + ", " + Js.text(take.what()) + ")";
    }
}
