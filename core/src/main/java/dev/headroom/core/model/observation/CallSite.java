package dev.headroom.core.model.observation;

/**
 * A line of the application at which workers were seen.
 *
 * @param frame {@code package.Class.method:line}; without the line where it is not known
 * @param activity what they did there
 * @param workers mean number of workers; of samples, their share (0 to 1)
 */
public record CallSite(String frame, Activity activity, double workers) {}
