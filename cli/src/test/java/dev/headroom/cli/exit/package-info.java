@NullMarked
package dev.headroom.cli.exit;

import org.jspecify.annotations.NullMarked;
