/** A JVM that somebody else started, under somebody else's load: watched, diagnosed, and moved with consent. */
@NullMarked
package dev.headroom.lab.running;

import org.jspecify.annotations.NullMarked;
