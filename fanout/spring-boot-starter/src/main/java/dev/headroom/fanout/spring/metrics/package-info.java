@NullMarked
package dev.headroom.fanout.spring.metrics;

import org.jspecify.annotations.NullMarked;
