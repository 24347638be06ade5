@NullMarked
package dev.headroom.report.view;

import org.jspecify.annotations.NullMarked;
