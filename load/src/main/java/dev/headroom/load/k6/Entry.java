package dev.headroom.load.k6;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Table;
import dev.headroom.core.model.load.Template;
import dev.headroom.core.model.load.Until;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What k6 calls for each iteration. Who sends is a user of k6 in a closed load, logged in at its first iteration; in an open load that logs in, one of
 * the sessions that {@code setup()} has made, in turn.
 */
final class Entry {

    private static final String IN_TURN = "exec.scenario.iterationInTest";

    private final Mix mix;
    private final Load load;
    private final Data data;
    private final List<Table> own;

    Entry(Mix mix, Load load, Data data) {
        this.mix = mix;
        this.load = load;
        this.data = data;
        this.own = mix.visitors().data().stream()
                .filter(table -> used(table, mix.visitors().login()))
                .toList();
    }

    /** @param send sends the requests of an iteration; has {@code v} where they have values */
    String of(String send) {
        String visit = visit();
        if (sessions()) {
            return """

                    export function setup() {
                      return Array.from({ length: %d }, (_, i) => login(%s));
                    }

                    export default function (sessions) {
                      const who = sessions[%s %% sessions.length];
                    %s%s}
                    """.formatted(mix.visitors().sessions(), rows(own, "i"), IN_TURN, visit, send);
        }
        boolean login = !mix.visitors().login().isEmpty();
        String first = !kept()
                ? ""
                : "  who = who || %s;%n"
                        .formatted(login ? "login(" + rows(own, "(exec.vu.idInTest - 1)") + ")" : "user({})");
        return (kept() ? "\nlet who; // each user of k6 has its own\n" : "") + "\nexport default function () {\n"
                + entering() + first + visit + send + "}\n";
    }

    /** Whether there is something that stays with a user. */
    boolean kept() {
        return !mix.visitors().login().isEmpty() || mix.visitors().cookies();
    }

    private boolean sessions() {
        return load instanceof Load.Open && !mix.visitors().login().isEmpty();
    }

    private String visit() {
        if (mix.plain()) {
            return "";
        }
        List<Table> each = mix.visitors().data().stream()
                .filter(table -> !own.contains(table) && used(table, mix.parts()))
                .toList();
        if (!kept()) {
            return "  const v = user(%s);%n".formatted(rows(each, IN_TURN));
        }
        String drawn = each.isEmpty() ? "" : ", " + entries(each, IN_TURN);
        return "  const v = { rows: { ...who.rows%s }, taken: { ...who.taken }, cookies: who.cookies };%n"
                .formatted(drawn);
    }

    private String rows(List<Table> tables, String inTurn) {
        return tables.isEmpty() ? "{}" : "{ " + entries(tables, inTurn) + " }";
    }

    private String entries(List<Table> tables, String inTurn) {
        return tables.stream()
                .map(table -> Js.key(table.name()) + ": " + data.row(table, inTurn))
                .collect(Collectors.joining(", "));
    }

    private static boolean used(Table table, List<Mix.Part> parts) {
        return parts.stream()
                .map(Mix.Part::request)
                .flatMap(Entry::texts)
                .flatMap(text -> Template.of(text).names().stream())
                .anyMatch(name -> table.column(name) >= 0);
    }

    private static Stream<String> texts(Request request) {
        return Stream.concat(Stream.of(request.path(), request.body()), request.headers().values().stream());
    }

    /** Where users leave after so many requests k6 lets all enter at once: each waits for its turn. */
    private String entering() {
        return load instanceof Load.Closed closed
                        && !closed.rampUp().isZero()
                        && !(closed.until() instanceof Until.Elapsed)
                ? "  if (exec.vu.iterationInScenario === 0) sleep(%s * (exec.vu.idInTest - 1));%n"
                        .formatted(Js.number(Times.seconds(closed.rampUp()) / closed.users()))
                : "";
    }
}
