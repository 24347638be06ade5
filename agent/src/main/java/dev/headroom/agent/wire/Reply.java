package dev.headroom.agent.wire;

/**
 * What Headroom is told of what it asked for.
 *
 * @param request {@link Wire#UNASKED} where it did not ask
 * @param refusal empty where it was done
 */
public record Reply(int request, double figure, String refusal) {}
