@NullMarked
package dev.headroom.fanout.spring.limits;

import org.jspecify.annotations.NullMarked;
