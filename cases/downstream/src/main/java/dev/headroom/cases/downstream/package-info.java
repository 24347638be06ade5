/**
 * A downstream that answers after a chosen time, fails at a chosen rate or never answers: it stands for the slow
 * services of the cases, and costs little, since it shares the machine with the service under load.
 */
@NullMarked
package dev.headroom.cases.downstream;

import org.jspecify.annotations.NullMarked;
