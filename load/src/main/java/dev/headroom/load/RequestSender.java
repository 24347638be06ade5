package dev.headroom.load;

import dev.headroom.core.model.Mix;
import dev.headroom.core.model.Turns;

/** Sends the requests of one phase, and has each of them recorded. */
final class RequestSender {

    private final Client client;
    private final Recorder recorder;
    private final Turns turns;

    RequestSender(Client client, Recorder recorder, Mix mix) {
        this.client = client;
        this.turns = mix.turns();
        this.recorder = recorder;
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
        client.send(new Exchange(turns.next(), due, now, home, (exchange, outcome, at) -> {
            recorder.ended(exchange, outcome, at);
            then.ended(exchange, outcome, at);
        }));
    }

    /** Counts as failed a request that was due and will not be sent. */
    void giveUp(long due, IdleConnections home, Outcome.Failed why) {
        long now = System.nanoTime();
        recorder.ended(new Exchange(turns.next(), due, now, home, (exchange, outcome, at) -> {}), why, now);
    }
}
