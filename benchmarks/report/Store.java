import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.store.ResultsFolder;
import dev.headroom.lab.store.RunFile;
import dev.headroom.report.fixture.Hour;
import dev.headroom.report.fixture.Users;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Stores synthetic runs as a real experiment leaves them: {@code Store DIR VARIANTS SECONDS POOLS}. */
class Store {

    public static void main(String[] args) throws IOException {
        ResultsFolder results = new ResultsFolder(Path.of(args[0]));
        ExperimentResult all = Users.result(
                Hour.runs(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3])));
        results.keep(all.experiment());
        long bytes = 0;
        long began = System.nanoTime();
        for (Run run : all.runs()) {
            bytes += Files.size(RunFile.write(run, results.start(run.variant().name())));
        }
        System.out.printf(
                "%d run.json of %.2f MB each, stored in %.0f ms each%n",
                all.runs().size(),
                bytes / 1e6 / all.runs().size(),
                (System.nanoTime() - began) / 1e6 / all.runs().size());
    }
}
