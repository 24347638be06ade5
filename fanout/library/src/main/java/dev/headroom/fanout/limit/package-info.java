/**
 * Limits that find their number of calls out. A class is a law, as published and named there; all have a floor, below
 * which no measurement takes them: a limit of one or two would be a fault of its own.
 */
@NullMarked
package dev.headroom.fanout.limit;

import org.jspecify.annotations.NullMarked;
