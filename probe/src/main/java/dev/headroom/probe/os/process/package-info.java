/** What the kernel keeps of a process. */
@NullMarked
package dev.headroom.probe.os.process;

import org.jspecify.annotations.NullMarked;
