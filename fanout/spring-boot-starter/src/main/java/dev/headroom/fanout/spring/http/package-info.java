@NullMarked
package dev.headroom.fanout.spring.http;

import org.jspecify.annotations.NullMarked;
