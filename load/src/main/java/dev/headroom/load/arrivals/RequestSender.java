package dev.headroom.load.arrivals;

import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Turns;
import dev.headroom.load.generator.GeneratorWatch;
import dev.headroom.load.http.Client;
import dev.headroom.load.http.Exchange;
import dev.headroom.load.http.IdleConnections;
import dev.headroom.load.http.RequestOutcome;
import dev.headroom.load.recording.Recorder;
import dev.headroom.load.users.Script;
import dev.headroom.load.users.Visit;
import org.jspecify.annotations.Nullable;

/** Sends the requests of one phase, and has each of them recorded. */
public final class RequestSender {

    private final Client client;
    private final Recorder recorder;
    private final GeneratorWatch watch;
    private final Turns turns;
    private final @Nullable Script script;

    /**
     * @param watch told when each answer was read
     * @param script null where nothing is carried from one request to the next
     */
    public RequestSender(Client client, Recorder recorder, GeneratorWatch watch, Mix mix, @Nullable Script script) {
        this.client = client;
        this.turns = mix.turns();
        this.recorder = recorder;
        this.watch = watch;
        this.script = script;
    }

    /** How many requests at a time a connection can carry. */
    int streams() {
        return client.streams();
    }

    /** Counts a request as due: it is in flight from then on, sent or not. */
    void due(long due) {
        recorder.due(due);
    }

    /**
     * Sends at once a request that was counted as due.
     *
     * @param due when it ought to have been sent
     * @param then told after it has been recorded
     */
    void send(long due, IdleConnections home, Exchange.Listener then) {
        long now = System.nanoTime();
        recorder.started(now);
        if (script == null) {
            client.send(new Exchange(turns.next(), due, now, home, (exchange, outcome, at) -> {
                read(outcome, at);
                recorder.ended(exchange, outcome, at);
                then.ended(exchange, outcome, at);
            }));
        } else {
            send(script, due, now, home, then);
        }
    }

    private void read(RequestOutcome outcome, long at) {
        if (outcome instanceof RequestOutcome.Answered) {
            watch.read(at);
        }
    }

    private void send(Script steps, long due, long now, IdleConnections home, Exchange.Listener then) {
        Visit visit = steps.next(home);
        Exchange next = new Exchange(visit.part(), due, now, home, (exchange, outcome, at) -> {
            read(outcome, at);
            RequestOutcome seen = steps.ended(exchange, visit, outcome);
            recorder.ended(exchange, seen, at);
            if (!steps.renews(visit, seen, () -> then.ended(exchange, seen, System.nanoTime()))) {
                then.ended(exchange, seen, at);
            }
        });
        RequestOutcome.Failed unsendable = steps.prepare(next, visit);
        if (unsendable == null) {
            client.send(next);
        } else {
            next.end(unsendable, now);
        }
    }

    /** Counts as failed a request that was due and will not be sent. */
    void giveUp(long due, IdleConnections home, RequestOutcome.Failed why) {
        long now = System.nanoTime();
        int kind = script == null ? turns.next() : script.next(home).part();
        recorder.ended(new Exchange(kind, due, now, home, (exchange, outcome, at) -> {}), why, now);
    }
}
