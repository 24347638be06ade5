package dev.headroom.core.statistics;

/** A closed interval in which a figure lies, with the confidence that whoever made it states. */
public record Interval(double low, double high) {

    public boolean lies(double from, double to) {
        return low >= from && high <= to;
    }
}
