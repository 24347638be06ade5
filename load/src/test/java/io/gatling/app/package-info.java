/** Where Gatling would be. */
@NullMarked
package io.gatling.app;

import org.jspecify.annotations.NullMarked;
