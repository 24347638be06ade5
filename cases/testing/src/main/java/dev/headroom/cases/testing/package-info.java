/** What the tests of the cases share: a service and its downstream, both real, and ways to look at them. */
@NullMarked
package dev.headroom.cases.testing;

import org.jspecify.annotations.NullMarked;
