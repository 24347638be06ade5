@NullMarked
package dev.headroom.cli.generated;

import org.jspecify.annotations.NullMarked;
