/** A shop as many are: controllers, a database, a payment provider, and a token that customers log in for. */
@NullMarked
package dev.headroom.examples.shop;

import org.jspecify.annotations.NullMarked;
