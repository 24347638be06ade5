/** What is said of a run, and what moved. */
@NullMarked
package dev.headroom.core.model.diagnosis;

import org.jspecify.annotations.NullMarked;
