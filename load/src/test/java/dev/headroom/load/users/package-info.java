@NullMarked
package dev.headroom.load.users;

import org.jspecify.annotations.NullMarked;
