@NullMarked
package dev.headroom.cli.commands;

import org.jspecify.annotations.NullMarked;
