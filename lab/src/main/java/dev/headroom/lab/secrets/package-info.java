@NullMarked
package dev.headroom.lab.secrets;

import org.jspecify.annotations.NullMarked;
