/** Trials: services whose limit is known by construction, and what is said of them. The {@code headroom trials} command runs them. */
@NullMarked
package dev.headroom.harness;

import org.jspecify.annotations.NullMarked;
