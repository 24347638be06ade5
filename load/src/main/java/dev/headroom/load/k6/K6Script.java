package dev.headroom.load.k6;

import java.util.List;
import java.util.Map;

/**
 * A load as a script of k6.
 *
 * @param text of the script
 * @param files that it opens, by their names beside it
 * @param environment that k6 needs for it
 * @param notes what k6 does otherwise than Headroom, one line each; in the script as well
 * @param iterations of all the load where it ends by their number; 0 where it ends by the time
 */
public record K6Script(
        String text, Map<String, String> files, Map<String, String> environment, List<String> notes, long iterations) {

    public static final String NAME = "script.js";
}
