/** One variant, as a reader sees it. */
@NullMarked
package dev.headroom.report.view.variant;

import org.jspecify.annotations.NullMarked;
