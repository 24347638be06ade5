package dev.headroom.core.model.result;

/**
 * What was asked and given in a stretch of somebody else's load, with what tells whether answers are still what they were.
 *
 * @param failed answers per second that were errors, by the service's own count; NaN where it has none
 * @param size mean bytes of an answer on its connection; NaN where nobody counts these
 */
public record Answered(Workload workload, double failed, double size) {}
