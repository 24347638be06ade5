/** What a file describes: services, variants, what is expected of them. */
@NullMarked
package dev.headroom.core.model.experiment;

import org.jspecify.annotations.NullMarked;
