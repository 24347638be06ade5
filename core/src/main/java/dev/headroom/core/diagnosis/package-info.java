@NullMarked
package dev.headroom.core.diagnosis;

import org.jspecify.annotations.NullMarked;
