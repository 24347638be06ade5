/**
 * The job of the lifted variants of all five cases, on WebFlux and WebClient: what a team that builds reactive services
 * would put into production. It stands for the peer that they are measured beside, so it is plain code with every number
 * and every wait bounded as theirs are, and nothing in it is slower than it has to be.
 */
@NullMarked
package dev.headroom.benchmarks.webflux;

import org.jspecify.annotations.NullMarked;
