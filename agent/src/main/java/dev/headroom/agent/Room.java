package dev.headroom.agent;

import java.io.File;
import java.util.List;

/**
 * What is free where the flight recorder writes. A JVM whose recorder finds its disk full ends itself ({@code JfrJavaSupport::abort}), so nothing is recorded where
 * there is little room, and no more once others have taken it.
 */
final class Room {

    /** A recording takes {@link FlightRecording#MOST_BYTES} at most, and the end of each of its files some MB: four times that. */
    private static final long TO_BEGIN_BYTES = 4 * FlightRecording.MOST_BYTES;

    /** What is written between two looks, and whatever others write meanwhile. */
    private static final long TO_GO_ON_BYTES = TO_BEGIN_BYTES / 2;

    private static final String REPOSITORY = "repository=";

    private Room() {}

    /** The folder in which a recorder that has not begun yet will write. */
    static File folder(List<String> arguments) {
        for (String argument : arguments) {
            int at = argument.startsWith("-XX:FlightRecorderOptions") ? argument.indexOf(REPOSITORY) : -1;
            if (at >= 0) {
                return new File(argument.substring(at + REPOSITORY.length()).split(",", 2)[0]);
            }
        }
        return new File(System.getProperty("java.io.tmpdir"));
    }

    static boolean isEnoughToBegin(File folder) {
        File there = folder.getAbsoluteFile();
        while (there != null && !there.exists()) {
            there = there.getParentFile(); // the recorder makes it
        }
        return there != null && there.getUsableSpace() >= TO_BEGIN_BYTES;
    }

    static boolean isEnoughToGoOn(File folder) {
        return folder.getUsableSpace() >= TO_GO_ON_BYTES;
    }

    static String words(File folder) {
        return "its flight recorder has only " + (folder.getUsableSpace() >> 20) + " MB left in " + folder
                + ", and a JVM ends itself when that is full";
    }
}
