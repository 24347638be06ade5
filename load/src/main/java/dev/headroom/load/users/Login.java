package dev.headroom.load.users;

import dev.headroom.core.model.load.Mix;
import dev.headroom.load.http.Client;
import dev.headroom.load.http.Exchange;
import dev.headroom.load.http.IdleConnections;
import dev.headroom.load.http.Loop;
import dev.headroom.load.http.RequestOutcome;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;

/** Logs users in before a load: each goes through the steps once. Nothing of it is counted; one that fails ends the load. */
public final class Login {

    /** Enough to be quick, too few to be a load of their own. */
    private static final int AT_ONCE = 8;

    private final Loop loop;
    private final Client client;
    private final List<Mix.Part> parts;
    private final Steps steps;
    private final ArrayDeque<Visitor> left;
    private final int all;
    private final Runnable then;
    private final Consumer<LoginException> failed;
    private int underWay;
    private boolean over;

    /** @param then all are logged in */
    Login(
            Loop loop,
            Client client,
            List<Mix.Part> parts,
            Steps steps,
            List<Visitor> visitors,
            Runnable then,
            Consumer<LoginException> failed) {
        this.loop = loop;
        this.client = client;
        this.parts = parts;
        this.steps = steps;
        this.left = new ArrayDeque<>(
                visitors.stream().filter(visitor -> !visitor.loggedIn).toList());
        this.all = left.size();
        this.then = then;
        this.failed = failed;
    }

    public void begin() {
        while (underWay < AT_ONCE && !left.isEmpty() && !over) {
            underWay++;
            send(new Visit(left.poll(), new Mix.Sequence(0, parts.size())), new IdleConnections());
        }
        if (underWay == 0 && !over) {
            over = true;
            then.run();
        }
    }

    /** Sends nothing more, and tells nobody. */
    public void stop() {
        over = true;
    }

    private void send(Visit visit, IdleConnections home) {
        long now = System.nanoTime();
        Exchange exchange = new Exchange(visit.part(), now, now, home, (sent, outcome, at) -> {
            if (!over) {
                ended(sent, visit, outcome, home);
            }
        });
        try {
            steps.prepare(exchange, visit);
            client.send(exchange);
        } catch (ValueException e) {
            fail(visit, String.valueOf(e.getMessage()));
        }
    }

    private void ended(Exchange exchange, Visit visit, RequestOutcome outcome, IdleConnections home) {
        steps.keepCookies(exchange.capture, visit);
        switch (outcome) {
            case RequestOutcome.Failed failure -> fail(visit, failure.why());
            case RequestOutcome.Answered answer -> answered(exchange, visit, answer.status(), home);
        }
    }

    private void answered(Exchange exchange, Visit visit, int status, IdleConnections home) {
        if (status >= 400) { // a form that logs in answers with a redirection
            fail(visit, "status " + status);
            return;
        }
        try {
            steps.take(exchange.capture, visit);
        } catch (ValueException e) {
            fail(visit, String.valueOf(e.getMessage()));
            return;
        }
        if (visit.next()) {
            send(visit, home);
        } else {
            loggedIn(visit);
            home.close();
            loop.soon(this::begin);
        }
    }

    private void loggedIn(Visit visit) {
        visit.visitor.taken.putAll(visit.taken);
        visit.visitor.rows.putAll(visit.rows);
        visit.visitor.loggedIn = true;
        underWay--;
    }

    private void fail(Visit visit, String why) {
        over = true;
        Mix.Part part = parts.get(visit.part());
        long done = all - left.size() - underWay;
        failed.accept(new LoginException("login failed, after " + done + " of " + all + " users: "
                + part.request().method() + " " + part.request().path() + ": " + why));
    }
}
