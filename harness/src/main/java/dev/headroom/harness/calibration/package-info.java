/** How often the verdicts on drawn services are right. */
@NullMarked
package dev.headroom.harness.calibration;

import org.jspecify.annotations.NullMarked;
