@NullMarked
package dev.headroom.core.rules;

import org.jspecify.annotations.NullMarked;
