/** One class for each command, and what their options have in common. */
@NullMarked
package dev.headroom.cli.commands;

import org.jspecify.annotations.NullMarked;
