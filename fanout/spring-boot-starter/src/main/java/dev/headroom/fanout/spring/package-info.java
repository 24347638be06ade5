@NullMarked
package dev.headroom.fanout.spring;

import org.jspecify.annotations.NullMarked;
