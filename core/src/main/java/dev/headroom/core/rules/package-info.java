/** One rule for each kind of limit: what it would explain, and what would lift it. {@link dev.headroom.core.rules.Rule#ALL} has all of them. */
@NullMarked
package dev.headroom.core.rules;

import org.jspecify.annotations.NullMarked;
