package dev.headroom.core.statistics;

/** A closed interval in which a figure lies, with the confidence that whoever made it states. */
public record Interval(double low, double high) {

    public boolean lies(double from, double to) {
        return low >= from && high <= to;
    }

    public boolean holds(double value) {
        return low <= value && value <= high;
    }

    public double halfWidth() {
        return (high - low) / 2;
    }
}
