package dev.headroom.lab.store;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * What a variant had completed before it runs again: kept beside it as {@code VARIANT@before} until the new run has completed. No variant's name has
 * such a sign.
 *
 * @param folder of the variant
 */
record EarlierResults(Path folder) {

    private static final String MARK = "@before";

    private static final System.Logger LOG = System.getLogger(EarlierResults.class.getName());

    /** Whether the folder is one of those that are kept, and another has taken its place. */
    static boolean isReplaced(Path folder) {
        String name = String.valueOf(folder.getFileName());
        return name.endsWith(MARK)
                && Files.exists(folder.resolveSibling(name.substring(0, name.length() - MARK.length()))
                        .resolve(RunFile.NAME));
    }

    private Path kept() {
        return folder.resolveSibling(folder.getFileName() + MARK);
    }

    void keep() throws IOException {
        PrivateFiles.delete(kept());
        Files.move(folder, kept(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** What cannot be deleted, as what a container left there, stays: it counts for nothing once the new run is there. */
    void forget() {
        try {
            PrivateFiles.delete(kept());
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "results that another run has replaced stay", e);
        }
    }

    /** @return whether there was anything to put back */
    boolean putBack() throws IOException {
        if (!Files.exists(kept())) {
            return false;
        }
        PrivateFiles.delete(folder);
        Files.move(kept(), folder, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }
}
