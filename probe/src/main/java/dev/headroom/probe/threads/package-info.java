/** Threads as dumps show them, whoever made the dump: told apart by name and stack alone. */
@NullMarked
package dev.headroom.probe.threads;

import org.jspecify.annotations.NullMarked;
