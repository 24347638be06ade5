package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Identity;

/**
 * A setting that several limits have together: parts of an object, or objects that are set through another.
 *
 * @param target on which it is set
 */
public record OfAll(Identity target, String setter) {}
