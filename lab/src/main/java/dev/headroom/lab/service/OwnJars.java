package dev.headroom.lab.service;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.lab.store.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Copies of the jars that an experiment runs, so that all its variants run what was there when it began, whatever is built meanwhile. They go
 * when the experiment is over. A jar whose manifest names others beside it is run where it is: apart from them it would not start.
 */
public final class OwnJars implements AutoCloseable {

    private final Path folder;
    private final Map<String, String> copies;
    private final Thread hook = new Thread(this::delete, "headroom-delete-jars");

    private OwnJars(Path folder, Map<String, String> copies) {
        this.folder = folder;
        this.copies = copies;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** @param folder is made for the copies, and removed with them */
    public static OwnJars of(Experiment experiment, Path folder) throws IOException {
        OwnJars jars = new OwnJars(folder, new ConcurrentHashMap<>());
        List<Path> all = Stream.concat(
                        experiment.services().stream().map(Service::origin),
                        experiment.variants().stream().flatMap(variant -> variant.origin().stream()))
                .filter(Origin.Jar.class::isInstance)
                .map(origin -> ((Origin.Jar) origin).file())
                .distinct()
                .filter(Files::isRegularFile)
                .toList();
        try {
            for (Path jar : all) {
                jars.copy(jar);
            }
        } catch (IOException e) {
            jars.close();
            throw e;
        }
        return jars;
    }

    /** The command with the copies in place of the jars. */
    List<String> in(List<String> command) {
        return command.stream().map(part -> copies.getOrDefault(part, part)).toList();
    }

    private void copy(Path jar) throws IOException {
        if (namesOthers(jar)) {
            return;
        }
        Path copy = PrivateFiles.directories(folder).resolve(copies.size() + "-" + jar.getFileName());
        copies.put(jar.toString(), copy.toString());
        Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean namesOthers(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return manifest != null && manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) != null;
        }
    }

    private void delete() {
        copies.values().forEach(copy -> new File(copy).delete());
        folder.toFile().delete();
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down and runs the hook: it finds nothing more to delete.
        }
    }
}
