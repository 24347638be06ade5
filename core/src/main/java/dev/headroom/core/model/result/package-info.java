/** What came of a run. */
@NullMarked
package dev.headroom.core.model.result;

import org.jspecify.annotations.NullMarked;
