/** Whether the generator itself is the limit. */
@NullMarked
package dev.headroom.load.generator;

import org.jspecify.annotations.NullMarked;
