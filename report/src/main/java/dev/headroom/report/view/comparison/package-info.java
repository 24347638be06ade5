/** Variants side by side. */
@NullMarked
package dev.headroom.report.view.comparison;

import org.jspecify.annotations.NullMarked;
