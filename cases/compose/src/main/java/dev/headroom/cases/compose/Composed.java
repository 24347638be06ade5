package dev.headroom.cases.compose;

import java.util.Map;

/**
 * The answer.
 *
 * @param profile as the downstream gave it; empty where it could not be had
 * @param address as the downstream gave it; empty where it could not be had
 */
record Composed(String status, Map<String, Object> profile, Map<String, Object> address) {}
