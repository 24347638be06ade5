/** Reads experiment files: from YAML to {@link dev.headroom.core.model.experiment.Experiment}, with a place for every mistake. */
@NullMarked
package dev.headroom.lab.experiment;

import org.jspecify.annotations.NullMarked;
