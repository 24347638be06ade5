/** How the services of a run are watched and held on a leash. */
@NullMarked
package dev.headroom.lab.watch;

import org.jspecify.annotations.NullMarked;
