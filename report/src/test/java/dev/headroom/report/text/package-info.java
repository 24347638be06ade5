@NullMarked
package dev.headroom.report.text;

import org.jspecify.annotations.NullMarked;
