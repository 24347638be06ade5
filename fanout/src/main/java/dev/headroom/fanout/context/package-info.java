/** Finds out which contexts there are to carry. Each is a class of its own, loaded only where its library is. */
@NullMarked
package dev.headroom.fanout.context;

import org.jspecify.annotations.NullMarked;
