/** Services drawn at random: networks of stations, and how one is started. */
@NullMarked
package dev.headroom.harness.drawn;

import org.jspecify.annotations.NullMarked;
