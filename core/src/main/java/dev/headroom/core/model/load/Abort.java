package dev.headroom.core.model.load;

import java.time.Duration;

/**
 * A load that mostly fails is given up: what it would go on to tell is known.
 *
 * @param errors of the requests that ended within that time, at least this share (0 to 1) failed
 */
public record Abort(double errors, Duration within) {}
