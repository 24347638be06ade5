/** What binds a drawn service: by a law where there is one, else by a sweep of each limit. */
@NullMarked
package dev.headroom.harness.truth;

import org.jspecify.annotations.NullMarked;
