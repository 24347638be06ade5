/** What is drawn. */
@NullMarked
package dev.headroom.report.view.chart;

import org.jspecify.annotations.NullMarked;
