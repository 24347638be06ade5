/** What the services of all cases need around the code that their articles are about. */
@NullMarked
package dev.headroom.cases.common;

import org.jspecify.annotations.NullMarked;
