/**
 * The laws that Headroom argues with, each a class that names its source and its units. All are operational laws or
 * bounds: they hold for measured intervals without an assumption about distributions, except where a class says so.
 * Rates are per second, times in seconds, counts plain numbers.
 */
@NullMarked
package dev.headroom.core.laws;

import org.jspecify.annotations.NullMarked;
