@NullMarked
package dev.headroom.lab.scale;

import org.jspecify.annotations.NullMarked;
