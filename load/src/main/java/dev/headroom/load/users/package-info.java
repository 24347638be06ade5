/** Who sends: users with their values, cookies and steps. */
@NullMarked
package dev.headroom.load.users;

import org.jspecify.annotations.NullMarked;
