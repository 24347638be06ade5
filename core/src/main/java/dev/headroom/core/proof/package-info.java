/**
 * Whether a limit that was named is the cause: it is moved to and fro while the load goes on, and how much throughput answers is measured. Which
 * limit to move next, in which order, when there is enough to tell, and what it proves; nothing here moves anything.
 */
@NullMarked
package dev.headroom.core.proof;

import org.jspecify.annotations.NullMarked;
