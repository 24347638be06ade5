@NullMarked
package dev.headroom.lab;

import org.jspecify.annotations.NullMarked;
