/** The load as it is asked for: arrivals or users, and their requests. */
@NullMarked
package dev.headroom.core.model.load;

import org.jspecify.annotations.NullMarked;
