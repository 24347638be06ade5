/**
 * The service of the second case: statistics over several HTTPS calls, made by a parallel stream as its article has
 * it, and as it should go into production. The article's steps are settings; what only the lifted variant needs says
 * so.
 */
@NullMarked
package dev.headroom.cases.facade;

import org.jspecify.annotations.NullMarked;
