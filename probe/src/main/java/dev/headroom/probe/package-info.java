@NullMarked
package dev.headroom.probe;

import org.jspecify.annotations.NullMarked;
