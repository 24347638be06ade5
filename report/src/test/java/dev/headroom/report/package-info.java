@NullMarked
package dev.headroom.report;

import org.jspecify.annotations.NullMarked;
