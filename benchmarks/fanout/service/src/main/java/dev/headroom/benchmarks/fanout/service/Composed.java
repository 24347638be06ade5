package dev.headroom.benchmarks.fanout.service;

import java.util.Map;

/** The answer. */
record Composed(Map<String, Object> profile, Map<String, Object> address) {}
