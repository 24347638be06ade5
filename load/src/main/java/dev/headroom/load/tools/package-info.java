/** Load tools of others, run as children: what they tell of their requests. */
@NullMarked
package dev.headroom.load.tools;

import org.jspecify.annotations.NullMarked;
