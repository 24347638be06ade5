@NullMarked
package dev.headroom.harness.truth;

import org.jspecify.annotations.NullMarked;
