package dev.headroom.load;

import dev.headroom.core.model.ErrorKind;
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

    /**
     * Sends a request at once.
     *
     * @param due when it ought to have been sent
     * @param then told after it has been recorded
     */
    void send(long due, IdleConnections home, Exchange.Listener then) {
        long now = System.nanoTime();
        recorder.started(due, now);
        client.send(new Exchange(turns.next(), due, now, home, (exchange, outcome, at) -> {
            recorder.ended(exchange, outcome, at);
            then.ended(exchange, outcome, at);
        }));
    }

    /** Counts a request that was due and that the generator will not get to. */
    void giveUp(long due, IdleConnections home) {
        long now = System.nanoTime();
        recorder.started(due, now);
        recorder.ended(
                new Exchange(turns.next(), due, now, home, (exchange, outcome, at) -> {}),
                new Outcome.Failed(ErrorKind.GENERATOR, "the generator is too slow for this rate"),
                now);
    }
}
