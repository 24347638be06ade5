@NullMarked
package dev.headroom.core.evidence;

import org.jspecify.annotations.NullMarked;
