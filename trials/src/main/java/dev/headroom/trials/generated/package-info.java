/** Services made from a description: what {@code headroom trials --generated} draws. */
package dev.headroom.trials.generated;
