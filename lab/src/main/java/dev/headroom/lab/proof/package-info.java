/** Limits are moved while the load goes on, to prove what binds. */
@NullMarked
package dev.headroom.lab.proof;

import org.jspecify.annotations.NullMarked;
