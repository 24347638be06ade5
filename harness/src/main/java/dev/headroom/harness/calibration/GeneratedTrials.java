package dev.headroom.harness.calibration;

import dev.headroom.core.text.Numbers;
import dev.headroom.harness.drawn.Drawing;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.truth.Estimate;
import dev.headroom.harness.truth.Laws;
import dev.headroom.harness.truth.Sweep;
import dev.headroom.harness.truth.SweepFile;
import dev.headroom.harness.truth.Truth;
import dev.headroom.lab.LabException;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.service.ServiceException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Draws services, learns the truth of each, asks Headroom, and counts. */
public final class GeneratedTrials {

    /**
     * @param ties share of services (0 to 1) whose two tightest stations are within a tenth of each other
     * @param jobs arms of a sweep that run at the same time
     * @param check of so many services whose truth is by a law one is swept as well; 0 for none
     * @param live the way into a service that runs already; empty for the lab
     * @param truthOnly do not ask Headroom
     * @param byLaw leaves out services whose truth takes a sweep
     * @param rows file of all verdicts, which is read where it is there
     * @param sweeps file of all sweeps, which is read where it is there
     * @param folder for what services and runs leave
     * @param jar of the trials
     * @param version of Headroom
     */
    public record Settings(
            int count,
            long seed,
            double ties,
            boolean quick,
            int jobs,
            int check,
            Optional<Way> live,
            boolean truthOnly,
            boolean byLaw,
            Optional<Path> rows,
            Path sweeps,
            Path folder,
            Path jar,
            String version) {

        String by() {
            return truthOnly ? "nobody" : live.map(Way::id).orElse("lab");
        }
    }

    /** How it ended, from good to bad. */
    public enum End {
        ALL_TRUE,
        UNTRUE,
        FAILED
    }

    private final Settings settings;
    private final Consumer<String> lines;
    private final Consumer<String> progress;
    private final Sweep sweep;
    private final Looks looks;
    private final CalibrationRows rows;

    /**
     * @param lines one for each verdict
     * @param progress what is being done now, to be written over
     */
    public GeneratedTrials(Settings settings, Consumer<String> lines, Consumer<String> progress) throws IOException {
        this.settings = settings;
        this.lines = lines;
        this.progress = progress;
        Files.createDirectories(settings.folder());
        Sweep.Pace pace = settings.quick() ? Sweep.Pace.QUICK : Sweep.Pace.FULL;
        sweep = new Sweep(
                settings.jar(), settings.folder(), pace, settings.jobs(), SweepFile.open(settings.sweeps(), pace));
        looks = new Looks(settings.jar(), settings.folder(), settings.quick(), settings.version());
        rows = CalibrationRows.open(settings.rows());
    }

    /**
     * All of them, but for those that were done before.
     *
     * @param told that there is one verdict more
     */
    public End run(Runnable told) throws IOException, InterruptedException, InvalidExperimentException, LabException {
        double busy = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        if (busy > Runtime.getRuntime().availableProcessors()) {
            lines.accept("The machine is busy (load average " + Numbers.of(busy)
                    + "): drawn services are slower than they are made, and laws that count on cores do not hold.");
        }
        long began = System.nanoTime();
        int made = 0;
        List<Network> networks = Drawing.all(settings.count(), settings.seed(), settings.ties());
        List<Network> left = networks.stream()
                .filter(network -> !rows.has(settings.seed(), network, settings.by()))
                .filter(network -> !settings.byLaw() || Laws.of(network).isPresent())
                .toList();
        for (Network network : left) {
            double each = made == 0 ? 0 : (System.nanoTime() - began) / 1e9 / made;
            String ends = made == 0 ? "" : ", " + Numbers.time(each * (left.size() - made), 2) + " left";
            String place = "[" + (made + 1) + "/" + left.size() + ends + "] ";
            Row row = row(network, doing -> progress.accept(place + "#" + network.number() + " " + doing));
            rows.add(row);
            lines.accept(place + row.line());
            told.run();
            made++;
        }
        if (!rows.hasAny(settings.seed(), networks, settings.by())) { // only laws were asked for
            lines.accept("No service was asked about: a law knows the truth of none of those drawn.");
            return End.FAILED;
        }
        return end();
    }

    private Row row(Network network, Consumer<String> doing)
            throws IOException, InterruptedException, InvalidExperimentException, LabException {
        try {
            Optional<Truth> law = Laws.of(network);
            boolean checks = settings.check() > 0 && network.number() % settings.check() == 0;
            Optional<Truth> swept = law.isEmpty() || checks ? Optional.of(sweep.of(network, doing)) : Optional.empty();
            Truth truth = law.or(() -> swept).orElseThrow();
            doing.accept("is looked at by " + settings.by());
            Map<String, Object> told =
                    law.isPresent() && swept.isPresent() ? LawCheck.beside(law.get(), swept.get()) : truth.json();
            return Row.of(settings.seed(), network, truth, told, settings.by(), verdict(network));
        } catch (ServiceException e) {
            Truth none =
                    new Truth(Truth.Way.SWEEP, Double.NaN, Map.of(), Optional.empty(), Optional.empty(), Estimate.ZERO);
            return Row.of(
                    settings.seed(),
                    network,
                    none,
                    none.json(),
                    settings.by(),
                    Verdict.failed(String.valueOf(e.getMessage())));
        }
    }

    private Verdict verdict(Network network)
            throws IOException, InterruptedException, InvalidExperimentException, LabException {
        if (settings.truthOnly()) {
            return Verdict.unasked();
        }
        return settings.live().isPresent() ? looks.live(network, settings.live().get()) : looks.lab(network);
    }

    private End end() {
        List<Row> all = rows.all();
        return all.stream().anyMatch(row -> row.outcome() == DrawnOutcome.FAILED)
                ? End.FAILED
                : all.stream().anyMatch(row -> row.outcome().untrue()) ? End.UNTRUE : End.ALL_TRUE;
    }

    /** How often verdicts were right, with those of earlier times that are in the file of rows; as Markdown. */
    public String table() {
        String check = LawCheck.words(rows.all());
        return Calibration.of(rows.all()) + (check.isEmpty() ? "" : "\n\n" + check);
    }

    /** The same, and each verdict. */
    public String page() {
        return table() + "\n\n" + Calibration.all(rows.all()) + "\n";
    }
}
