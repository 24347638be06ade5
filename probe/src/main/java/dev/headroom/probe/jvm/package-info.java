/** The JVMs that run on this machine, as {@code /proc} and their own files tell: nothing is loaded into or asked of any of them. */
@NullMarked
package dev.headroom.probe.jvm;

import org.jspecify.annotations.NullMarked;
