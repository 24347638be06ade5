@NullMarked
package dev.headroom.harness.calibration;

import org.jspecify.annotations.NullMarked;
