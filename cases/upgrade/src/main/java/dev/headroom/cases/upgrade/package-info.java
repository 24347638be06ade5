/**
 * The service of the sixth case, in Java 17: one call for each request, by {@code supplyAsync} without an executor. Which threads make
 * these calls depends on the JDK that runs the jar.
 */
@NullMarked
package dev.headroom.cases.upgrade;

import org.jspecify.annotations.NullMarked;
