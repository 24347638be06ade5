package dev.headroom.load.users;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.load.http.Client;
import dev.headroom.load.http.Loop;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The users of one load, as long as it lasts; none where each request is the same whoever sends it. */
public final class Audience {

    private final Mix mix;
    private final Population population;
    private final boolean lastOnConnection;
    private List<Visitor> visitors = List.of();

    public Audience(Mix mix, Load load, Population population) {
        this.mix = mix;
        this.population = population;
        this.lastOnConnection = load.transport().newConnectionPerRequest();
        if (!mix.plain()) {
            int warmUp = load.warmUp().map(Load.WarmUp::users).orElse(0);
            int users = switch (load) {
                case Load.Open open -> mix.visitors().sessions();
                case Load.Closed closed -> closed.most();
                case Load.Tool tool -> 0;
            };
            visitors = population.take(Math.max(users, warmUp), load instanceof Load.Open);
        }
    }

    public Mix mix() {
        return mix;
    }

    /** @param then all are logged in; at once where there is nothing to do */
    public Login login(Loop loop, Client client, Runnable then, Consumer<LoginException> failed) {
        return login(loop, client, mix.visitors().login().isEmpty() ? List.of() : visitors, then, failed);
    }

    /** Of some of them. */
    public Login login(Loop loop, Client client, List<Visitor> whose, Runnable then, Consumer<LoginException> failed) {
        Steps steps = Steps.ofLogin(population, lastOnConnection);
        return new Login(loop, client, mix.visitors().login(), steps, whose, then, failed);
    }

    /**
     * What the requests of one phase are made by; null where they are the same each time.
     *
     * @param open they come at a rate, from any of the users
     */
    @Nullable
    public Script script(boolean open, Renewal renewal) {
        return visitors.isEmpty()
                ? null
                : new Script(mix, Steps.of(mix, population, lastOnConnection), visitors, open, renewal);
    }

    /** The load is over. */
    public void leave() {
        population.giveBack(visitors);
        visitors = List.of();
    }
}
