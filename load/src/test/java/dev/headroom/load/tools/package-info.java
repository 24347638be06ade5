@NullMarked
package dev.headroom.load.tools;

import org.jspecify.annotations.NullMarked;
