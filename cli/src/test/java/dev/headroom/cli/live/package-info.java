@NullMarked
package dev.headroom.cli.live;

import org.jspecify.annotations.NullMarked;
