/** Requests, counted from outside by what the kernel tells of a connection. */
@NullMarked
package dev.headroom.probe.os.requests;

import org.jspecify.annotations.NullMarked;
