package dev.headroom.probe.jvm;

import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.FileStatus;
import dev.headroom.probe.os.process.ProcFiles;
import dev.headroom.probe.os.process.ProcessStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** One process as Linux' {@code /proc} shows it. What it does not show is empty. */
public final class LinuxProcess {

    /** Bit of a mask of signals. */
    private static final long QUIT = 1L << 2;

    /** From that release on HotSpot takes a file of root for its own user's (JDK-8197387). */
    private static final int TRUSTS_ROOT = 11;

    private final long pid;
    private final long begun;
    private final String status;

    private LinuxProcess(long pid, long begun, String status) {
        this.pid = pid;
        this.begun = begun;
        this.status = status;
    }

    public static boolean isLinux() {
        return Files.isDirectory(Path.of("/proc/self/task"));
    }

    /** Whether {@code /proc} shows the process namespace in which we are: in another one numbers mean other processes. */
    public static boolean showsOurNamespace() {
        String ours = Long.toString(ProcessHandle.current().pid());
        return ProcFiles.link(Path.of("/proc/self")).filter(ours::equals).isPresent();
    }

    /** The number of our namespace of that kind, such as {@code pid}; empty where the kernel has none of it. */
    public static String namespace(String kind) {
        return ProcFiles.link(Path.of("/proc/self/ns/" + kind)).orElse("").replaceAll("\\D", "");
    }

    /** Empty where there is none, or it has ended and its parent has not asked for its exit code. */
    public static Optional<LinuxProcess> of(long pid) {
        return ProcessStat.of(pid)
                .flatMap(stat -> ProcFiles.text("/proc/" + pid + "/status")
                        .map(status -> new LinuxProcess(pid, stat.begun(), status)))
                .filter(process -> !process.line("State").startsWith("Z"));
    }

    /** Which of the processes that have had its number, one after the other. */
    public ProcessId id() {
        return new ProcessId(pid, begun);
    }

    /** Whether it still runs, and its number was not given to another one meanwhile. */
    public boolean isStill() {
        return id().isStill();
    }

    /** Whether it stands still now, by a signal or a debugger. */
    public boolean isStopped() {
        return ProcessStat.of(pid).filter(ProcessStat::isStopped).isPresent();
    }

    static List<LinuxProcess> all() {
        return ProcFiles.processes().boxed().flatMap(pid -> of(pid).stream()).toList();
    }

    public long pid() {
        return pid;
    }

    /** In its own process namespace. */
    public long pidInside() {
        String[] ids = line("NSpid").split("\\s+");
        String inside = ids[ids.length - 1];
        return inside.isEmpty() ? pid : Long.parseLong(inside);
    }

    String command() {
        return line("Name");
    }

    /** Number of the user that it acts as; -1 where that is not known. */
    public long user() {
        return effective("Uid");
    }

    /** Number of the group that it acts as; -1 where that is not known. */
    public long group() {
        return effective("Gid");
    }

    private long effective(String name) {
        String[] ids = line(name).split("\\s+");
        return ids.length > 1 ? Long.parseLong(ids[1]) : -1;
    }

    /** By name, where this machine knows one. */
    String userName() {
        try {
            return Files.getOwner(Path.of("/proc/" + pid)).getName();
        } catch (IOException e) {
            return Long.toString(user());
        }
    }

    /** Whether SIGQUIT, which ends a process by default, is handled by it. */
    public boolean handlesQuit() {
        String caught = line("SigCgt");
        return !caught.isEmpty() && (Long.parseUnsignedLong(caught, 16) & QUIT) != 0;
    }

    public int countThreads() {
        return ProcFiles.list("/proc/" + pid + "/task").size();
    }

    /** Whether a thread bears that name, which the kernel cuts at 15 characters. */
    public boolean hasThread(String name) {
        return !threads(name).isEmpty();
    }

    /** The folders of the threads of that name. */
    public List<Path> threads(String name) {
        String cut = name.substring(0, Math.min(15, name.length()));
        return ProcFiles.list("/proc/" + pid + "/task").stream()
                .filter(task -> ProcFiles.text(task + "/comm")
                        .filter(comm -> comm.strip().equals(cut))
                        .isPresent())
                .toList();
    }

    /** The words of its command line. */
    List<String> words() {
        return zeroSeparated("cmdline").toList();
    }

    /** The value of a variable that it was started with. */
    Optional<String> variable(String name) {
        return zeroSeparated("environ")
                .filter(variable -> variable.startsWith(name + "="))
                .map(variable -> variable.substring(name.length() + 1))
                .findFirst();
    }

    private Stream<String> zeroSeparated(String file) {
        return ProcFiles.text("/proc/" + pid + "/" + file).stream()
                .flatMap(text -> Arrays.stream(text.split("\0", -1)))
                .filter(word -> !word.isEmpty());
    }

    /** Whether we may look into it: the kernel lets only the same user and root. */
    boolean isReadable() {
        return Files.isReadable(Path.of("/proc/" + pid + "/maps"))
                && ProcFiles.link(Path.of("/proc/" + pid + "/exe")).isPresent();
    }

    /** The first file that it has mapped whose name is that, as it sees it. */
    Optional<Path> mapped(String file) {
        return ProcFiles.line(
                        "/proc/" + pid + "/maps",
                        line -> line.endsWith("/" + file) || line.endsWith("/" + file + " (deleted)"))
                .map(line -> utf8(line.substring(line.indexOf('/')).replace(" (deleted)", "")))
                .map(Path::of);
    }

    static String utf8(String latin) {
        return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    Stream<String> opened() {
        return ProcFiles.list("/proc/" + pid + "/fd").stream()
                .flatMap(descriptor -> ProcFiles.link(descriptor).stream());
    }

    Path executable() {
        return Path.of("/proc/" + pid + "/exe");
    }

    /** A file as the process sees it, through its own root: relative ones are in its working folder. */
    public Path inside(String file) {
        Path path = Path.of(file);
        return path.isAbsolute()
                ? Path.of("/proc/" + pid + "/root").resolve(path.toString().substring(1))
                : Path.of("/proc/" + pid + "/cwd").resolve(path);
    }

    /** A file as the process sees it; no link of it leads out of the root of the process, and it is not opened by that. */
    public Rooted open(String file) throws IOException {
        return Rooted.open(pid, file);
    }

    /** Whether we may write to a folder as it sees it; where it is mounted to be read nobody may. */
    public boolean isWritable(String folder) {
        try (Rooted found = open(folder)) {
            return Files.isWritable(found.path());
        } catch (IOException e) {
            return false;
        }
    }

    /** {@code pid} or {@code mnt}: whether its namespace of that kind is ours. */
    public boolean shares(String namespace) {
        Optional<String> its = ProcFiles.link(Path.of("/proc/" + pid + "/ns/" + namespace));
        return its.isEmpty() || its.equals(ProcFiles.link(Path.of("/proc/self/ns/" + namespace)));
    }

    Optional<String> groups() {
        return ProcFiles.text("/proc/" + pid + "/cgroup");
    }

    /**
     * What a file holds that the process names; nothing of it is waited for.
     *
     * @param file absolute, or in its working folder
     * @param most bytes
     * @return empty where it is longer, no regular file, or that of a third user: a process may name what it likes
     */
    Optional<byte[]> content(String file, int most) {
        return with(file, most, path -> ProcFiles.bytes(path, most));
    }

    /**
     * The same where nobody but the user that it acts as may have written it, and it is that file.
     *
     * @param inode its number in its file system
     */
    Optional<byte[]> ownContent(String file, int most, long inode) {
        return with(
                file,
                most,
                path -> ((Number) Files.getAttribute(path, "unix:ino")).longValue() == inode
                        ? ProcFiles.bytes(path, most)
                        : Optional.empty(),
                owner -> owner == user());
    }

    interface Content<T> {
        Optional<T> of(Path path) throws IOException;
    }

    /** The same for a reader that wants a path. */
    <T> Optional<T> with(String file, long most, Content<T> content) {
        return with(
                file,
                most,
                content,
                owner -> owner == user() || owner == 0 || owner == ours() || owner == rootInside());
    }

    private <T> Optional<T> with(String file, long most, Content<T> content, LongPredicate owner) {
        try (Rooted found = open(absolute(file))) {
            FileStatus status = FileStatus.of(found.path());
            if (!status.isRegular() || status.size() > most || !owner.test(status.user())) {
                return Optional.empty();
            }
            try (Rooted opened = found.readable()) {
                return content.of(opened.path());
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Number of the user that we act as; -1 where that is not known. */
    public static long ours() {
        return of(ProcessHandle.current().pid()).map(LinuxProcess::user).orElse(-1L);
    }

    /**
     * Whether it takes a file of ours for that of its own user, or of root, as the kernel shows it in its user namespace: there the numbers of users are others, and
     * our root may be nobody.
     *
     * @param feature release of its JVM, such as 17; 0 where that is not known
     */
    public boolean trustsUs(int feature) {
        return trusts(ours(), user(), shares("user") ? 0 : rootInside(), feature);
    }

    /** @param root number of the user that it has as root */
    static boolean trusts(long ours, long user, long root, int feature) {
        return ours == user || ours == root && (feature == 0 || feature >= TRUSTS_ROOT);
    }

    private String absolute(String file) throws IOException {
        if (file.startsWith("/")) {
            return file;
        }
        Path root = Files.readSymbolicLink(Path.of("/proc/" + pid + "/root"));
        Path working = Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd"));
        return "/" + (working.startsWith(root) ? root.relativize(working) : working) + "/" + file;
    }

    /** Our number of the user that is root in its user namespace; -1 where there is none. */
    private long rootInside() {
        return ProcFiles.text("/proc/" + pid + "/uid_map").stream()
                .flatMap(String::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields[0].equals("0"))
                .mapToLong(fields -> Long.parseLong(fields[1]))
                .findFirst()
                .orElse(-1);
    }

    private String line(String name) {
        return ProcFiles.field(status, name).orElse("");
    }
}
