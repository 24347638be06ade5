/** What may be said of numbers that were measured: intervals, what a response owes to a setting, equivalence, and the budget of errors. */
@NullMarked
package dev.headroom.core.statistics;

import org.jspecify.annotations.NullMarked;
