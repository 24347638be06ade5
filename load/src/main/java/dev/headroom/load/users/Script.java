package dev.headroom.load.users;

import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Turns;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.load.http.Exchange;
import dev.headroom.load.http.IdleConnections;
import dev.headroom.load.http.RequestOutcome;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which request is next where users have more than requests: steps that follow each other, values, cookies. Each user of a closed load goes on
 * with its own steps. Of an open load the next arrival goes on with the steps that have waited longest for one; where none has, it begins anew,
 * as the next session in turn. A step that fails ends its sequence.
 */
public final class Script {

    private static final int UNAUTHORIZED = 401;

    private final Mix mix;
    private final List<Mix.Sequence> sequences;
    private final Turns turns;
    private final Steps steps;
    private final boolean open;
    private final Renewal renewal;
    private final List<Visitor> visitors;
    private final Map<IdleConnections, Visitor> owners = new IdentityHashMap<>();
    private final ArrayDeque<Visit> waiting = new ArrayDeque<>();
    private int next;

    /** @param open requests come at their rate, from any of the visitors; else each visitor is a user */
    Script(Mix mix, Steps steps, List<Visitor> visitors, boolean open, Renewal renewal) {
        this.mix = mix;
        this.sequences = mix.sequences();
        this.turns = mix.turns();
        this.steps = steps;
        this.open = open;
        this.renewal = renewal;
        this.visitors = visitors;
    }

    /** The visit whose next request is to be sent. */
    public Visit next(IdleConnections home) {
        if (open) {
            Visit waited = waiting.poll();
            return waited == null ? begin(visitor()) : waited;
        }
        Visitor owner = owners.computeIfAbsent(home, first -> visitor());
        Visit begun = owner.visit;
        owner.visit = null;
        return begun == null ? begin(owner) : begun;
    }

    private Visit begin(Visitor visitor) {
        return new Visit(visitor, sequences.get(turns.next()));
    }

    private Visitor visitor() {
        return visitors.get(next++ % visitors.size());
    }

    /** Gives the exchange what it needs; the reason where it cannot be sent, else null. */
    public RequestOutcome.@Nullable Failed prepare(Exchange exchange, Visit visit) {
        try {
            steps.prepare(exchange, visit);
            return null;
        } catch (ValueException e) {
            return failed(visit, e);
        }
    }

    /** What has become of it, with what was taken from the answer. */
    public RequestOutcome ended(Exchange exchange, Visit visit, RequestOutcome outcome) {
        steps.keepCookies(exchange.capture, visit);
        boolean good = outcome instanceof RequestOutcome.Answered answer
                && answer.bodyAsExpected()
                && mix.parts().get(visit.part()).request().success().has(answer.status());
        if (!good) {
            return outcome;
        }
        try {
            steps.take(exchange.capture, visit);
        } catch (ValueException e) {
            return failed(visit, e);
        }
        if (visit.next()) {
            if (open) {
                waiting.add(visit);
            } else {
                visit.visitor.visit = visit;
            }
        }
        return outcome;
    }

    /**
     * Logs the user in again where the service no longer knows it. A user of a closed load waits for that.
     *
     * @return whether {@code then} is told when it is over
     */
    public boolean renews(Visit visit, RequestOutcome outcome, Runnable then) {
        boolean unknown = outcome instanceof RequestOutcome.Answered answer
                && answer.status() == UNAUTHORIZED
                && !mix.visitors().login().isEmpty()
                && !mix.parts().get(visit.part()).request().success().has(UNAUTHORIZED);
        return unknown && renewal.begin(visit.visitor, open ? () -> {} : then) && !open;
    }

    private RequestOutcome.Failed failed(Visit visit, ValueException why) {
        String label = mix.parts().get(visit.part()).label();
        return new RequestOutcome.Failed(ErrorKind.VALUE_MISSING, label + ": " + why.getMessage());
    }
}
