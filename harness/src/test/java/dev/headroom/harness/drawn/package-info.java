@NullMarked
package dev.headroom.harness.drawn;

import org.jspecify.annotations.NullMarked;
