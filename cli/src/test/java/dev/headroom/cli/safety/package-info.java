/** Whatever happens to Headroom or to the JVM that it looks at: the JVM is afterwards as it was, but for what {@code docs/what-stays.md} says. */
@NullMarked
package dev.headroom.cli.safety;

import org.jspecify.annotations.NullMarked;
