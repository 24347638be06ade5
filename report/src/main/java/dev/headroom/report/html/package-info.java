@NullMarked
package dev.headroom.report.html;

import org.jspecify.annotations.NullMarked;
