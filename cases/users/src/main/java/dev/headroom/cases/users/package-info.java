/**
 * The service of the first case: one user from two calls, written in four ways. Each way has its controller; what only
 * the lifted one needs says so.
 */
@NullMarked
package dev.headroom.cases.users;

import org.jspecify.annotations.NullMarked;
