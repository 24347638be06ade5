package dev.headroom.lab;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.diagnosis.CountedObjects;
import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.prediction.Predictor;
import dev.headroom.core.proof.Campaign;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.proof.Ruling;
import dev.headroom.core.proof.ScriptOfOthers;
import dev.headroom.lab.proof.LabPlant;
import dev.headroom.lab.proof.Plant;
import dev.headroom.lab.proof.RaiseRisk;
import dev.headroom.lab.proof.Runner;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.service.Children;
import dev.headroom.lab.service.OwnJars;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.lab.store.Redaction;
import dev.headroom.lab.watch.ProbeSession;
import dev.headroom.lab.watch.ProbeSessions;
import dev.headroom.lab.watch.UnseenProbe;
import dev.headroom.load.LoadEngine;
import dev.headroom.load.k6.ReplacedOptions;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.Processors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * One variant under its load: services are started, the variant is measured, what binds is diagnosed, predicted and proved. Whatever breaks
 * ends the run with a line that says why, keeps what was seen, and leaves no process behind.
 */
final class VariantRun {

    /**
     * @param load already shortened where {@code quick}
     * @param redaction of what is stored or shown
     */
    record Plan(
            Experiment experiment,
            Variant variant,
            Load load,
            boolean quick,
            Effort prove,
            Way by,
            Path folder,
            OwnJars jars,
            Redaction redaction,
            Guest guest) {

        /** Whether nobody starts or stops the service that is watched. */
        boolean runsAlready() {
            return experiment.watched().runsAlready();
        }

        Pace pace() {
            return quick ? Pace.QUICK : Pace.FULL;
        }
    }

    private final Plan plan;
    private final LoadEngine engine;
    private final ProbeSessions watching;
    private final LabListener listener;
    private final RunDraft draft = new RunDraft();

    VariantRun(Plan plan, LoadEngine engine, ProbeSessions watching, LabListener listener) {
        this.plan = plan;
        this.engine = engine;
        this.watching = watching;
        this.listener = listener;
    }

    /**
     * @throws IOException where the results folder cannot be written
     * @throws InterruptedException where Headroom is told to end: a run that broke off for that is none
     */
    RunDraft run() throws InterruptedException, IOException {
        try (ProbeSession watch =
                        plan.runsAlready() ? watching.ofRunning(plan.guest().by()) : watching.watch(plan.by());
                Children children = new Children(plan.jars())) {
            Stage stage = Stage.start(plan, children, watch, listener);
            draft.settings = stage.settings();
            draft.commandLine = stage.command();
            try (Probe probe = probe(watch, stage)) {
                probe.start();
                try (BeforeLoad before = BeforeLoad.send(stage.address(), plan.variant())) {
                    listener.on(new LabEvent.Prepared(before.requests()));
                    run(stage, children, probe);
                }
            }
        } catch (ServiceException | ProbeException e) {
            draft.fail(String.valueOf(e.getMessage()));
        }
        Ending.check(draft.failed());
        return draft;
    }

    private static Probe probe(ProbeSession watch, Stage stage) throws ProbeException {
        return stage.jvm().isPresent()
                ? watch.probe(stage.jvm().get())
                : new UnseenProbe(stage.watched().name(), stage.unseen());
    }

    private void run(Stage stage, Children children, Probe probe)
            throws InterruptedException, IOException, ServiceException, ProbeException {
        LoadEngine scripted = new K6Scripts(engine, plan.load(), plan.folder());
        Loading loading = new Loading(scripted, stage.mix(plan.variant()), plan.variant(), children, probe, listener);
        Measuring measuring = new Measuring(
                plan, loading, stage.watched(), () -> Cpu.now(children.services()), probe, listener, draft);
        try {
            Optional<Measuring.Measured> measured = measuring.run();
            if (measured.isPresent()) {
                explain(measured.get(), measuring.asked(), loading, probe, stage.jvm());
            }
        } catch (RuntimeException e) {
            // A fault of ours must not cost the figures of a long load: they are stored, and the fault beside them.
            Path fault = FaultFile.write(plan.folder(), e, plan.redaction());
            draft.fail("a fault in Headroom itself (" + e + "); see " + fault);
        }
    }

    /** What binds, what the service would give by its model, and the proof. */
    private void explain(Measuring.Measured seen, Load asked, Loading loading, Probe probe, Optional<ProcessHandle> jvm)
            throws InterruptedException, ProbeException, IOException {
        Measurement measured =
                draft.failed() ? seen.measurement() : AskAtAnyTime.ask(seen.measurement(), plan.load(), loading);
        draft.baseline = measured.baseline();
        Diagnosis diagnosed = noted(Doctor.diagnose(measured), loading);
        draft.diagnosis = Optional.of(diagnosed);
        if (draft.failed()) {
            return; // it was given up: nothing of it is to be compared or proved
        }
        LoadResult result = draft.result.orElseThrow();
        draft.kinds = seen.kinds().explain(result, measured.observation(), diagnosed, probe);
        Predictor.Forecast forecast =
                Predictor.predict(asked, measured.observation(), otherCores(measured), draft.kinds, diagnosed);
        draft.prediction = forecast.prediction();
        Diagnosis found = forecast.without()
                .map(why -> diagnosed.toBuilder().note(why).build())
                .orElse(diagnosed);
        draft.diagnosis = Optional.of(found);
        if (jvm.isEmpty()) {
            return; // nothing was seen that could be moved or counted
        }
        Optional<Load> again = again(asked, measured.workload());
        if (plan.prove() != Effort.NONE && again.isPresent()) {
            draft.diagnosis = Optional.of(prove(
                    measured,
                    found,
                    again.get(),
                    cycle(asked, found),
                    loading,
                    probe,
                    ProcessId.now(jvm.get().pid())));
        }
        if (!plan.runsAlready() && again.isPresent()) {
            draft.diagnosis = Optional.of(new AskCallee(loading, again.get(), plan.by(), listener)
                    .ask(draft.diagnosis.get(), measured, jvm.get()));
        }
        if (!plan.runsAlready()) { // its heap is not ours to be dumped
            draft.diagnosis = Optional.of(counted(draft.diagnosis.get(), measured, loading, jvm.get()));
        }
    }

    /** With what is to be said of the load, which a proof keeps. */
    private Diagnosis noted(Diagnosis found, Loading loading) {
        DiagnosisBuilder noted = found.toBuilder();
        Stream.of(
                        K6Scripts.note(loading.mix(), plan.load()),
                        ReplacedOptions.in(plan.load()),
                        ScriptOfOthers.leavesUnproved(plan.load()),
                        draft.uncounted)
                .flatMap(Optional::stream)
                .forEach(noted::note);
        return noted.build();
    }

    private Diagnosis prove(
            Measurement measured, Diagnosis found, Load load, double cycle, Loading loading, Probe probe, ProcessId jvm)
            throws InterruptedException {
        Case about = Case.of(measured, found);
        // users who share connections, as those of an open load in HTTP/2 do, are all there or none
        // and a tool takes seconds to start for those who are added
        boolean canBeAdded = !sharesConnections(measured.workload()) && !(load instanceof Load.Tool);
        boolean ours = !plan.runsAlready();
        Duration budget =
                plan.prove().time(plan.quick(), measured.workload().throughput().value());
        Optional<RaiseRisk> risk = ours ? Optional.empty() : Optional.of(RaiseRisk.of(measured.observation(), jvm));
        Rights rights = new Rights(canBeAdded, ours, ours, Double.POSITIVE_INFINITY);
        Campaign campaign =
                new Campaign(about, risk.map(its -> rights.upTo(its.most())).orElse(rights));
        Duration enough = budget.multipliedBy(2);
        try (Plant plant = new LabPlant(loading, probe, Processors.allowed(jvm.pid()), load, cycle, enough, risk)) {
            Runner runner = new Runner(
                    plant,
                    budget,
                    new SplittableRandom(),
                    move -> ours || agreed(found, measured.observation(), move, budget),
                    progress -> listener.on(new LabEvent.Proving(progress)));
            List<Intervention> moved = runner.run(campaign, measured.workload());
            moved.forEach(one -> listener.on(new LabEvent.Proved(one)));
            return Ruling.of(about, moved);
        }
    }

    /** In a service that is not ours only capacities are moved, and the load; each time somebody is asked. */
    private boolean agreed(Diagnosis found, Observation seen, Move move, Duration longest) {
        boolean may = switch (move.subject()) {
            case CAPACITY -> move.back() != Back.OCCUPIED;
            case LOAD -> true;
            case OCCUPATION, PROCESSOR, CALLS, EVERYTHING -> false;
        };
        if (may) {
            listener.on(new LabEvent.Asking());
        }
        return may && plan.guest().consent().given(found, seen, move, longest);
    }

    /** With the capacity that nothing but the heap shows. */
    private Diagnosis counted(Diagnosis found, Measurement measured, Loading loading, ProcessHandle jvm)
            throws InterruptedException {
        if (!(plan.load() instanceof Load.Closed load)
                || load.byTool()
                || !load.thinkTime().isZero()
                || !CountedObjects.wouldTell(found, measured.observation())) {
            return found;
        }
        Workload workload = measured.workload();
        double atWork = LittlesLaw.concurrency(
                workload.throughput().value(),
                found.account().unloaded().orElseThrow().value());
        return new AskHeap(loading, ProcessId.now(jvm.pid()), load, atWork)
                .ask(workload.response())
                .map(heap -> CountedObjects.with(found, heap, load.users(), atWork))
                .orElse(found);
    }

    /** Seconds of a request that waits for no one, and of its user's thoughts after it; under load where that was not measured. */
    private double cycle(Load load, Diagnosis found) {
        double think = load instanceof Load.Closed closed ? Times.seconds(closed.thinkTime()) : 0;
        return think
                + found.account()
                        .unloaded()
                        .or(found::holdingTime)
                        .map(Measure::value)
                        .orElseGet(() -> Times.seconds(
                                draft.result.orElseThrow().latency().mean()));
    }

    /** The load under which limits are moved; empty where it cannot be put once more for as long as that takes, or is not told of in time. */
    private Optional<Load> again(Load asked, Workload seen) {
        if (!(plan.load() instanceof Load.Tool tool)) {
            return plan.load().byTool() ? Optional.empty() : Optional.of(asServed(seen));
        }
        if (tool.program().sendsTheRequest()) {
            return asked instanceof Load.Tool ? Optional.empty() : Optional.of(asked);
        }
        return tool.canBeChanged() && tool.program().tellsAtOnce() ? Optional.of(tool) : Optional.empty();
    }

    private boolean sharesConnections(Workload seen) {
        return plan.load() instanceof Load.Open open
                && open.transport().http2()
                && seen.arrivals() instanceof Workload.Closed;
    }

    /** To the service, an open load whose connections are all in use is one of so many users. */
    private Load asServed(Workload seen) {
        return plan.load() instanceof Load.Open open
                        && seen.arrivals() instanceof Workload.Closed closed
                        && !sharesConnections(seen)
                ? new Load.Closed(
                        (int) closed.users(),
                        Duration.ZERO,
                        Duration.ZERO,
                        new Until.Elapsed(open.duration()),
                        open.transport(),
                        open.warmUp())
                : plan.load();
    }

    /** Cores that processes other than those of this run used. */
    private static double otherCores(Measurement measured) {
        double ours = measured.cores().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        return Math.max(0, measured.observation().processor().machine() - ours);
    }
}
