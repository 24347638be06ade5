/** When requests are sent: open and closed loads. */
@NullMarked
package dev.headroom.load.arrivals;

import org.jspecify.annotations.NullMarked;
