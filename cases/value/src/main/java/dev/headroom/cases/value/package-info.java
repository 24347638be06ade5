/**
 * The service of the third case: one value that takes a second of blocking, in a classic and in a reactive service. One
 * jar holds both; a profile chooses between Tomcat with servlets (default), WebFlux on Netty ({@code netty}) and WebFlux
 * on Tomcat ({@code tomcat-reactive}). A path chooses which thread blocks.
 */
@NullMarked
package dev.headroom.cases.value;

import org.jspecify.annotations.NullMarked;
