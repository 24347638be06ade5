/** k6 (grafana/k6), run as a child where a user has it: its scripts, its command line, its results. Nothing of it is linked or comes with Headroom. */
@NullMarked
package dev.headroom.load.k6;

import org.jspecify.annotations.NullMarked;
