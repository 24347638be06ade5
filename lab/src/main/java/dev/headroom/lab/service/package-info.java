/** Services in JVMs of their own: started, awaited, and never left behind. */
@NullMarked
package dev.headroom.lab.service;

import org.jspecify.annotations.NullMarked;
