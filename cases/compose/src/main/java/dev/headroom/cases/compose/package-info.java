/**
 * The service of the fifth case: a profile and an address from two calls, handed to Spring MVC as a {@code
 * CompletableFuture}. What only the lifted variant needs says so.
 */
@NullMarked
package dev.headroom.cases.compose;

import org.jspecify.annotations.NullMarked;
