/** Calls of the operating system that Java has none for. */
@NullMarked
package dev.headroom.probe.os.call;

import org.jspecify.annotations.NullMarked;
