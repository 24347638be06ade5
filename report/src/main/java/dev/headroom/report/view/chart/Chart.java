package dev.headroom.report.view.chart;

/**
 * A place for a plot on the page; the script draws it from the embedded data.
 *
 * @param kind {@code latency}, {@code throughput}, {@code waiting}, {@code threads}, {@code live}, {@code move}, {@code percentiles}, {@code comparison}
 * @param variant index of the run in the embedded data; -1 for a plot of all
 * @param pool name of the pool for {@code threads}, index of the move for {@code move}, else empty
 * @param top upper end of the vertical axis for {@code threads} and {@code live}, else 0
 * @param end upper end of the scale of time for {@code live}, in seconds; 0 for its own
 * @param summary what a reader sees in it, in words: stands beneath, and in place of it where it cannot be seen
 */
public record Chart(
        String kind, int variant, String pool, int top, int end, String title, String unit, String summary) {

    /** On scales of its own, of no pool. */
    public Chart(String kind, int variant, String title, String unit, String summary) {
        this(kind, variant, "", 0, 0, title, unit, summary);
    }
}
