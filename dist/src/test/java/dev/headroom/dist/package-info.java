/** What is taken away, tried as its user would: from an empty folder, and without a JDK. */
@NullMarked
package dev.headroom.dist;

import org.jspecify.annotations.NullMarked;
