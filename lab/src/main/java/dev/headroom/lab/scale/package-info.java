/** A load that is put by several generators: their results become one. */
@NullMarked
package dev.headroom.lab.scale;

import org.jspecify.annotations.NullMarked;
