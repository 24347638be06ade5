/** How a command ends: exit codes, and what is said of a failure. */
@NullMarked
package dev.headroom.cli.exit;

import org.jspecify.annotations.NullMarked;
