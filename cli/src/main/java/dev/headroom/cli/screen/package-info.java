/** All that is printed goes through {@link dev.headroom.cli.screen.Door}. */
@NullMarked
package dev.headroom.cli.screen;

import org.jspecify.annotations.NullMarked;
