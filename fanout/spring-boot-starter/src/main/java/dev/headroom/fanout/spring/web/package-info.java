@NullMarked
package dev.headroom.fanout.spring.web;

import org.jspecify.annotations.NullMarked;
