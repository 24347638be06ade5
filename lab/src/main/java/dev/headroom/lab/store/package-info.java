/** Results on disk: the folder of an experiment and the {@code run.json} of each run. */
@NullMarked
package dev.headroom.lab.store;

import org.jspecify.annotations.NullMarked;
