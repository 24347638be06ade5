@NullMarked
package dev.headroom.load.recording;

import org.jspecify.annotations.NullMarked;
