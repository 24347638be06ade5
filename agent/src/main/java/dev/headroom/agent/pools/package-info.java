/** Thread pools, as they count themselves. */
@NullMarked
package dev.headroom.agent.pools;

import org.jspecify.annotations.NullMarked;
