@NullMarked
package dev.headroom.load.http;

import org.jspecify.annotations.NullMarked;
