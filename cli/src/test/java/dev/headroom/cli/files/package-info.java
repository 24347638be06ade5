@NullMarked
package dev.headroom.cli.files;

import org.jspecify.annotations.NullMarked;
