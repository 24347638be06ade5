/** The kernel's tables of sockets. */
@NullMarked
package dev.headroom.probe.os.sockets;

import org.jspecify.annotations.NullMarked;
