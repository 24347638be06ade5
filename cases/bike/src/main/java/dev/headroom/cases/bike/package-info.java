/**
 * The service of the fourth case: quick enough work beside calls that never return, as it was and as it should be. What
 * only the lifted variant needs says so.
 */
@NullMarked
package dev.headroom.cases.bike;

import org.jspecify.annotations.NullMarked;
