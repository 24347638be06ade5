/** What the file of a library says: how to find, read and move the limits that it brings. */
@NullMarked
package dev.headroom.agent.catalogue;

import org.jspecify.annotations.NullMarked;
