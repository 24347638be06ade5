package dev.headroom.lab;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Transport;
import dev.headroom.lab.experiment.SharedScript;
import dev.headroom.lab.store.PrivateFiles;
import dev.headroom.load.LoadEngine;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.k6.K6Script;
import dev.headroom.load.users.Population;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** Has k6 put the loads that ask for it: the script of each is written among the results, and runs as a script that a user brings. Other loads go on as they are. */
final class K6Scripts implements LoadEngine {

    /** Of warm-up and few users, whose scripts follow one another there. */
    private static final String BESIDE = "few-users";

    private final LoadEngine engine;
    private final Load counted;
    private final Path folder;

    /**
     * @param counted whose script lies in the folder itself
     * @param folder of the results of one variant
     */
    K6Scripts(LoadEngine engine, Load counted, Path folder) {
        this.engine = engine;
        this.counted = counted.withoutWarmUp();
        this.folder = folder;
    }

    /** What k6 does otherwise than Headroom; empty where Headroom sends, or nothing is otherwise. */
    static Optional<String> note(Mix mix, Load load) {
        return load.transport()
                .k6()
                .map(program -> String.join(
                        "; ", SharedScript.of(mix, plain(load.withoutWarmUp())).notes()))
                .filter(notes -> !notes.isEmpty())
                .map(notes -> "k6 put the load: " + notes + ".");
    }

    @Override
    public RunningLoad start(Mix mix, Load load, Population population) {
        Optional<String> k6 = load.transport().k6();
        return engine.start(mix, k6.isPresent() ? script(mix, load, k6.get()) : load, population);
    }

    private Load script(Mix mix, Load load, String program) {
        try {
            Path own = load.equals(counted) ? folder : PrivateFiles.directories(folder.resolve(BESIDE));
            ScaledRun.write(mix, plain(load), own);
            return new Load.Tool(
                    new Program.K6(
                            own.resolve(K6Script.NAME).toAbsolutePath().toString(),
                            Optional.of(program).filter(named -> !named.equals(Transport.K6))),
                    own.toAbsolutePath().toString(),
                    OptionalInt.empty(),
                    load.length(),
                    load.transport(),
                    Optional.empty(),
                    Optional.empty());
        } catch (IOException e) {
            throw new IllegalArgumentException("the script of k6 could not be written: " + e, e);
        }
    }

    /** Who gives a load up that fails is Headroom, by what k6 tells. */
    private static Load plain(Load load) {
        return switch (load) {
            case Load.Open open -> open.aborted(Optional.empty());
            case Load.Closed closed -> closed.aborted(Optional.empty());
            case Load.Tool tool -> tool;
        };
    }
}
