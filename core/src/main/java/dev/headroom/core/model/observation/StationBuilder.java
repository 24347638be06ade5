package dev.headroom.core.model.observation;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Station.Wait;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** A station that is being described; what is not said stays empty, and its name is its id. */
public final class StationBuilder {

    private final String id;
    private final StationKind kind;
    private String type = "";
    private String name;
    private double workers;
    private OptionalInt maximum = OptionalInt.empty();
    private boolean counted;
    private double active;
    private OptionalDouble queue = OptionalDouble.empty();
    private OptionalDouble queueMax = OptionalDouble.empty();
    private OptionalDouble queueGrowth = OptionalDouble.empty();
    private OptionalDouble completed = OptionalDouble.empty();
    private OptionalDouble waitsBegun = OptionalDouble.empty();
    private Optional<Measure> holdingByCompletions = Optional.empty();
    private Optional<Measure> holdingByClock = Optional.empty();
    private double saturatedShare;
    private Map<Activity, Double> activities = Map.of();
    private List<Wait> waits = List.of();
    private List<CallSite> holders = List.of();
    private List<CallSite> waiters = List.of();
    private String setting = "";
    private String remedy = "";

    StationBuilder(String id, StationKind kind) {
        this.id = id;
        this.kind = kind;
        name = id;
    }

    StationBuilder(Station like) {
        this(like.id(), like.kind());
        type = like.type();
        name = like.name();
        workers = like.workers();
        maximum = like.maximum();
        counted = like.counted();
        active = like.active();
        queue = like.queue();
        queueMax = like.queueMax();
        queueGrowth = like.queueGrowth();
        completed = like.completed();
        waitsBegun = like.waitsBegun();
        holdingByCompletions = like.holdingByCompletions();
        holdingByClock = like.holdingByClock();
        saturatedShare = like.saturatedShare();
        activities = like.activities();
        waits = like.waits();
        holders = like.holders();
        waiters = like.waiters();
        setting = like.setting();
        remedy = like.remedy();
    }

    public StationBuilder type(String value) {
        type = value;
        return this;
    }

    public StationBuilder name(String value) {
        name = value;
        return this;
    }

    public StationBuilder workers(double value) {
        workers = value;
        return this;
    }

    public StationBuilder maximum(OptionalInt value) {
        maximum = value;
        return this;
    }

    /** Of a maximum that nobody told. */
    public StationBuilder counted(boolean value) {
        counted = value;
        return this;
    }

    public StationBuilder active(double value) {
        active = value;
        return this;
    }

    public StationBuilder queue(OptionalDouble value) {
        queue = value;
        return this;
    }

    public StationBuilder queueMax(OptionalDouble value) {
        queueMax = value;
        return this;
    }

    public StationBuilder queueGrowth(OptionalDouble value) {
        queueGrowth = value;
        return this;
    }

    public StationBuilder completed(OptionalDouble value) {
        completed = value;
        return this;
    }

    public StationBuilder waitsBegun(OptionalDouble value) {
        waitsBegun = value;
        return this;
    }

    public StationBuilder holdingByCompletions(Optional<Measure> value) {
        holdingByCompletions = value;
        return this;
    }

    public StationBuilder holdingByClock(Optional<Measure> value) {
        holdingByClock = value;
        return this;
    }

    public StationBuilder saturatedShare(double value) {
        saturatedShare = value;
        return this;
    }

    public StationBuilder activities(Map<Activity, Double> value) {
        activities = value;
        return this;
    }

    public StationBuilder waits(List<Wait> value) {
        waits = value;
        return this;
    }

    public StationBuilder holders(List<CallSite> value) {
        holders = value;
        return this;
    }

    public StationBuilder waiters(List<CallSite> value) {
        waiters = value;
        return this;
    }

    public StationBuilder setting(String value) {
        setting = value;
        return this;
    }

    public StationBuilder remedy(String value) {
        remedy = value;
        return this;
    }

    public Station build() {
        return new Station(
                id,
                kind,
                type,
                name,
                workers,
                maximum,
                counted,
                active,
                queue,
                queueMax,
                queueGrowth,
                completed,
                waitsBegun,
                holdingByCompletions,
                holdingByClock,
                saturatedShare,
                activities,
                waits,
                holders,
                waiters,
                setting,
                remedy);
    }
}
