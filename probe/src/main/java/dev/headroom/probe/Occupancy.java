package dev.headroom.probe;

import java.time.Duration;

/**
 * How a limit is kept busy.
 *
 * @param share of its capacity, 0 to {@link Probe#LARGEST_SHARE}; with 0 turns go on, and let go at once
 * @param ready workers of a fork-join pool to have in hand: they do the pool's work while they are not kept busy, so that a share is there and gone
 *     within a task; 0 where the capacity is not raised meanwhile
 * @param round for which a turn is likely to stand in the queue, so that turns are spread over it from the beginning; zero where that is not known
 */
public record Occupancy(double share, int ready, Duration round) {}
