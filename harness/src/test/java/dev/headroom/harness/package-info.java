@NullMarked
package dev.headroom.harness;

import org.jspecify.annotations.NullMarked;
