@NullMarked
package dev.headroom.fanout.spring.grpc;

import org.jspecify.annotations.NullMarked;
