package dev.headroom.core.evidence;

import dev.headroom.core.model.Measure;

/**
 * How long one of several kinds of request takes.
 *
 * @param share of all requests that were sent, 0 to 1
 * @param alone R0: mean seconds with one user who sends nothing else
 * @param loaded R: mean seconds under the load
 */
public record KindResponse(String name, double share, Measure alone, Measure loaded) {}
