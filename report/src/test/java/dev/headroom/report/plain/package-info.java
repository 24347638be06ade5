@NullMarked
package dev.headroom.report.plain;

import org.jspecify.annotations.NullMarked;
