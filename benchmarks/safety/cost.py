#!/usr/bin/env python3
"""What a small Tomcat service under light load pays for being watched, by way in: `JAVA_HOME=... ./cost.py [SECONDS] > results.md`.

A JVM for each way. Its log tells safepoints and redefined classes, the kernel the processor time of each of its threads, `jcmd` its memory.
Linux. Needs a built ./headroom and Tomcat in Maven's repository.
"""
import glob, http.client, os, re, subprocess, sys, tempfile, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
JAVA = os.environ["JAVA_HOME"] + "/bin/"
SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 20
WARM_SECONDS = 10
USERS, PAUSE = 10, 0.08
MAVEN = os.environ.get("MAVEN_REPO", os.path.expanduser("~/.m2/repository"))
TOMCAT = ":".join(glob.glob(MAVEN + "/org/apache/tomcat/embed/tomcat-embed-core/11*/*.jar")
                  + glob.glob(MAVEN + "/org/apache/tomcat/tomcat-annotations-api/11*/*.jar"))
WAYS = {"nobody": None, "dump": ["--by", "dump"], "jfr": ["--by", "jfr"], "jmx": ["--by", "jmx"], "agent": ["--agent"]}
OURS = ("Attach Listener", "VM Thread", "headroom", "JFR", "RMI", "JMX")


def jcmd(pid, *words):
    return subprocess.run([JAVA + "jcmd", str(pid), *words], capture_output=True, text=True).stdout


def processor(pid, seen):
    """Adds to `seen`, by thread, its name and seconds so far: threads end."""
    for task in glob.glob(f"/proc/{pid}/task/*"):
        try:
            with open(task + "/comm") as name, open(task + "/schedstat") as clock:
                seen[task] = name.read().strip(), int(clock.read().split()[0]) / 1e9
        except OSError:
            pass
    return seen


def total(seen, beginning):
    return sum(seconds for name, seconds in seen.values() if name.startswith(beginning[:15]))


def memory(pid):
    jcmd(pid, "GC.run")
    heap = jcmd(pid, "GC.class_histogram").strip().splitlines()[-1].split()
    names, figures = subprocess.run([JAVA + "jstat", "-gc", str(pid)], capture_output=True, text=True).stdout.splitlines()[:2]
    return int(heap[2]) / 2**20, float(dict(zip(names.split(), figures.split()))["MU"]) / 1024


def threads(pid):
    return len(os.listdir(f"/proc/{pid}/task"))


def use(port, stop, answered):
    # the service is killed at the end
    connection = http.client.HTTPConnection("127.0.0.1", port)
    while not stop.is_set():
        connection.request("GET", "/")
        connection.getresponse().read()
        answered.append(time.time())
        time.sleep(PAUSE)


class Files(threading.Thread):
    """The most that there was at once in the temporary folder, and what its threads took: they end."""

    def __init__(self, pid, folder):
        super().__init__(daemon=True)
        self.pid, self.folder, self.most, self.seen, self.stop = pid, folder, 0, {}, threading.Event()

    def run(self):
        while not self.stop.wait(0.05):
            processor(self.pid, self.seen)
            size = 0
            for top in (self.folder, f"/tmp/*_{self.pid}"):
                for file in glob.glob(top + "/**", recursive=True) if "*" not in top else glob.glob(top) + glob.glob(top + "/*"):
                    try:
                        size += os.path.getsize(file) if os.path.isfile(file) else 0
                    except OSError:
                        pass
            self.most = max(self.most, size)


def safepoints(log, begin, end):
    found = []
    for line in log:
        at = re.match(r"\[(\d+)ms\].*Safepoint \"(\w+)\".*Total: +(\d+) ns", line)
        if at and begin <= int(at[1]) / 1000 <= end:
            found.append((at[2], int(at[3]) / 1e6))
    return found


def redefined(log, begin, end):
    found = {}
    for line in log:
        at = re.match(r"\[(\d+)ms\].*redefined name=([\w.$]+)", line)
        if at and begin <= int(at[1]) / 1000 <= end:
            found.setdefault(at[2], []).append(int(at[1]) / 1000 - begin)
    return found


def measure(way):
    folder = tempfile.mkdtemp(prefix="shop")
    log = folder + "/jvm.log"
    classes = folder + "/classes"
    subprocess.run([JAVA + "javac", "-d", classes, "-cp", TOMCAT, HERE + "/Shop.java"], check=True)
    service = subprocess.Popen(
        [JAVA + "java", "-Xmx256m", f"-Djava.io.tmpdir={folder}/tmp", f"-Xlog:safepoint=info,redefine+class+load=info:file={log}:uptimemillis",
         "-cp", TOMCAT + ":" + classes, "Shop", folder + "/base"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    born = time.time()
    os.makedirs(folder + "/tmp", exist_ok=True)
    port = int(service.stdout.readline().split()[1])
    stop, answered = threading.Event(), []
    for _ in range(USERS):
        threading.Thread(target=use, args=(port, stop, answered), daemon=True).start()
    time.sleep(WARM_SECONDS)
    memory(service.pid)  # opens the attach socket, and so that the next one is of the same kind
    before, crowd = memory(service.pid), threads(service.pid)
    files = Files(service.pid, folder + "/tmp")
    files.start()
    clock, begin = processor(service.pid, {}), time.time()
    if WAYS[way] is None:
        time.sleep(SECONDS)
    else:
        watcher = subprocess.Popen([ROOT + "/headroom", "diagnose", str(service.pid), *WAYS[way], "--for", f"{SECONDS}s"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=dict(os.environ, HEADROOM_OPTS=f"-Djava.io.tmpdir={folder}/tmp"))
        time.sleep(SECONDS * 0.7)
        during = threads(service.pid)
        watcher.wait()
    end, now = time.time(), processor(service.pid, files.seen)
    files.stop.set()
    after, left = memory(service.pid), threads(service.pid)
    loaded = sum("headroom" in line.lower() for line in jcmd(service.pid, "VM.class_hierarchy").splitlines())
    stop.set()
    with open(log) as lines:
        lines = lines.readlines()
    pauses = safepoints(lines, begin - born, end - born)
    changed = redefined(lines, begin - born, end - born)
    service.kill()
    seconds = end - begin
    share = {one: (total(now, one) - total(clock, one)) / seconds for one in ("", *OURS)}
    times = [ms for _, ms in pauses]
    used = ", ".join(f"{one} {100 * share[one]:.2f} %" for one in OURS if share[one] > 0.00005)
    rate = sum(begin <= at <= end for at in answered) / seconds
    return (f"| {way} | {rate:.0f}/s | {100 * share['']:.1f} % | {used} | {len(pauses)} in {seconds:.0f} s, {sum(times):.1f} ms, longest {max(times, default=0):.1f} ms "
            f"| {after[0] - before[0]:+.1f} MB, {after[1] - before[1]:+.1f} MB | {crowd}, {during if WAYS[way] else crowd}, {left} | {files.most / 1e6:.1f} MB | {loaded} "
            f"| {len(changed)} classes, {sum(map(len, changed.values()))} times" + (f", {min(map(min, changed.values())):.1f} to {max(map(max, changed.values())):.1f} s" if changed else "") + " |")


print("| way | answers | JVM's processor time, of a core | of which | safepoints | heap alive, metaspace after | threads before, while, after | most on disk | classes that stay | bytecode changed |")
print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
for one in WAYS:
    print(measure(one), flush=True)
