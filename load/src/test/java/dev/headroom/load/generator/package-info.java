@NullMarked
package dev.headroom.load.generator;

import org.jspecify.annotations.NullMarked;
