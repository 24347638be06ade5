/** Load tools of others as children: how they are started, and what they say of their requests. */
@NullMarked
package dev.headroom.load.tools;

import org.jspecify.annotations.NullMarked;
