/** A real browser for tests, driven over the Chrome DevTools Protocol with nothing but the JDK. */
@NullMarked
package dev.headroom.report.browser;

import org.jspecify.annotations.NullMarked;
