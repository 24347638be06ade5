/**
 * Services drawn at random whose elasticities are known, and how often the verdicts on them are right: {@code headroom trials --generated}. It
 * will leave the command line together with the trials.
 */
@NullMarked
package dev.headroom.cli.generated;

import org.jspecify.annotations.NullMarked;
