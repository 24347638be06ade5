@NullMarked
package dev.headroom.cli.screen;

import org.jspecify.annotations.NullMarked;
