/** What may be said of numbers that were measured. */
@NullMarked
package dev.headroom.core.statistics;

import org.jspecify.annotations.NullMarked;
