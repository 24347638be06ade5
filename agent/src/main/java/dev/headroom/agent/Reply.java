package dev.headroom.agent;

/**
 * What Headroom is told of what it asked for.
 *
 * @param request {@link Wire#UNASKED} where it did not ask
 * @param refusal empty where it was done
 */
record Reply(int request, double figure, String refusal) {}
