/** What libraries bring: the limits that they have, and how their threads look. One file each. */
@NullMarked
package dev.headroom.core.libraries;

import org.jspecify.annotations.NullMarked;
