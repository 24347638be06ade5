@NullMarked
package dev.headroom.cli;

import org.jspecify.annotations.NullMarked;
