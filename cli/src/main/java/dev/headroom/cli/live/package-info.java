/** What is shown, asked and proved while a JVM is watched or a load runs. */
@NullMarked
package dev.headroom.cli.live;

import org.jspecify.annotations.NullMarked;
