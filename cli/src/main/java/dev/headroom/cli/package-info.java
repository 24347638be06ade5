/** The {@code headroom} command: arguments in, live view and tables out. */
@NullMarked
package dev.headroom.cli;

import org.jspecify.annotations.NullMarked;
