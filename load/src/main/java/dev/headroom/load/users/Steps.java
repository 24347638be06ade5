package dev.headroom.load.users;

import dev.headroom.core.model.load.Mix;
import dev.headroom.load.http.Capture;
import dev.headroom.load.http.Exchange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Requests that carry values: makes each, and takes from its answer what later ones need. */
final class Steps {

    /** @param made anew each time; empty where it is always the same */
    private record Step(Optional<RequestTemplate> made, Takes takes) {}

    private final List<Step> steps;
    private final boolean cookies;

    private Steps(List<Mix.Part> parts, Population population, boolean lastOnConnection, boolean anew) {
        this.cookies = population.visitors().cookies();
        this.steps = parts.stream()
                .map(part -> new Step(
                        anew || cookies || part.request().hasValues()
                                ? Optional.of(new RequestTemplate(part.request(), lastOnConnection, population::value))
                                : Optional.empty(),
                        new Takes(part.take())))
                .toList();
    }

    /** Those of a mix: what is the same each time the client has made already. */
    static Steps of(Mix mix, Population population, boolean lastOnConnection) {
        return new Steps(mix.parts(), population, lastOnConnection, false);
    }

    static Steps ofLogin(Population population, boolean lastOnConnection) {
        return new Steps(population.visitors().login(), population, lastOnConnection, true);
    }

    /** Gives the exchange its request, and room for what is taken from the answer. */
    void prepare(Exchange exchange, Visit visit) throws ValueException {
        Step step = steps.get(visit.part());
        if (step.made().isPresent()) {
            String sent = cookies ? visit.visitor.cookies() : "";
            exchange.request = step.made().get().of(visit, sent);
        }
        if (cookies || !step.takes().isEmpty()) {
            exchange.capture = new Capture(step.takes().needBody());
        }
    }

    void keepCookies(@Nullable Capture answer, Visit visit) {
        if (cookies && answer != null) {
            visit.visitor.keep(answer.headers("set-cookie"));
        }
    }

    void take(@Nullable Capture answer, Visit visit) throws ValueException {
        Takes takes = steps.get(visit.part()).takes();
        if (answer != null && !takes.isEmpty()) {
            takes.from(answer, visit.taken);
        }
    }
}
