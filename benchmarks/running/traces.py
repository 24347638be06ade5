#!/usr/bin/env python3
"""What watching does to a JVM, and what of it stays: see README.md, "Traces". Linux only.

    JAVA_HOME=... benchmarks/running/traces.py [--ways dump,jfr,jmx,agent,prove] [--seconds 20]

Orders.java under 12 connections, a JVM for each way: as long without anybody, with `headroom diagnose`, and without again. Prints a row for each of the three.
"""

import argparse
import collections
import contextlib
import http.client
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time

from services import ROOT, await_ready, ended_after, free, start

CONNECTIONS = 12
WAYS = {"dump": [], "jfr": ["--by", "jfr"], "jmx": ["--by", "jmx"], "agent": ["--agent"], "prove": ["--agent", "--prove", "--yes"]}
TICKS = os.sysconf("SC_CLK_TCK")

arguments = argparse.ArgumentParser()
arguments.add_argument("--java", default=os.environ.get("JAVA_HOME"), help="home of the JDK of the service")
arguments.add_argument("--ways", default=",".join(WAYS))
arguments.add_argument("--seconds", type=int, default=20)
chosen = arguments.parse_args()
tool = lambda name, *more: subprocess.run([f"{chosen.java}/bin/{name}", *map(str, more)], capture_output=True, text=True).stdout


def load(port, until):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    with contextlib.suppress(OSError, http.client.HTTPException):  # the service has ended
        while not until.is_set():
            connection.request("GET", "/")
            connection.getresponse().read()


def processor(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def threads(pid):
    return {task.name: (task / "comm").read_text().strip() for task in pathlib.Path(f"/proc/{pid}/task").iterdir()}


def classes(pid):
    return int(tool("jstat", "-class", pid).split()[5].split(".")[0])


def metaspace(pid):
    titles, values = (line.split() for line in tool("jstat", "-gc", pid).splitlines())
    return float(values[titles.index("MU")])


def safepoints(log):
    """What each was for, and how long it took, ns."""
    return [(name, int(total)) for name, total in re.findall(r'Safepoint "(\w+)".*Total:\s+(\d+) ns', log.read_text())]


def files(folder):
    """Size of each file below, as far as it stays while one looks."""
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                found[os.path.join(root, name)] = os.lstat(os.path.join(root, name)).st_size
            except OSError:
                pass
    return found


def kind(path, folder):
    """One name for all files of a kind."""
    return re.sub(r"\d[\d_]*|[0-9a-f-]{36}", "N", os.path.relpath(path, folder))


class Files(threading.Thread):
    """The most that each kind of file came to, looked at 100 times a second."""

    def __init__(self, folder, known):
        super().__init__(daemon=True)
        self.folder, self.known, self.most, self.ended = folder, known, {}, threading.Event()
        self.start()

    def run(self):
        while not self.ended.wait(0.01):
            for path, size in files(self.folder).items():
                if path not in self.known:
                    name = kind(path, self.folder)
                    self.most[name] = max(self.most.get(name, 0), size)


def row(way, phase, seconds, cpu, stops, pid, written):
    by = collections.defaultdict(list)
    for name, nanos in stops:
        by[name].append(nanos / 1e6)
    stopped = ", ".join(f"{len(of)} {name} {sum(of):.1f} ms (at most {max(of):.1f})" for name, of in sorted(by.items())) or "none"
    told = ", ".join(f"`{name}` {size / 1024:.0f} KB" for name, size in sorted(written.items()) if "hsperfdata" not in name) or "none"
    print(
        f"| {way} | {phase} | {100 * cpu / seconds:.1f} % | {stopped}"
        f" | {len(threads(pid))} | {classes(pid)} | {metaspace(pid) / 1024:.1f} MB | {told} |",
        flush=True,
    )


print("| way | phase | of a core | safepoints | threads | classes | metaspace | files, the most |")
print("| --- | --- | --- | --- | --- | --- | --- | --- |")
for way in chosen.ways.split(","):
    with ended_after() as started, tempfile.TemporaryDirectory() as home:
        port, log, temporary = free(), pathlib.Path(home, "safepoints"), pathlib.Path(home, "tmp")
        temporary.mkdir()
        started.append(
            start(
                [f"{chosen.java}/bin/java", f"-Djava.io.tmpdir={temporary}", f"-Xlog:safepoint:file={log}:none:filecount=0", "-Xmx256m"]
                + [pathlib.Path(__file__).with_name("Orders.java"), port]
            )
        )
        pid, until = started[-1].pid, threading.Event()
        await_ready(port, path=None)
        for _ in range(CONNECTIONS):
            threading.Thread(target=load, args=(port, until), daemon=True).start()
        time.sleep(10)
        before = threads(pid)
        for phase in ("before", "watched", "after"):
            folders = {folder: files(folder) for folder in (temporary, pathlib.Path("/tmp"))}
            watches = [Files(temporary, folders[temporary])]
            cpu, stops, since = processor(pid), len(safepoints(log)), time.monotonic()
            if phase == "watched":
                command = [ROOT / "headroom", "diagnose", pid, *WAYS[way], "--for", f"{chosen.seconds}s"]
                done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
                if done.returncode not in (0, 1, 2, 4, 5):
                    raise SystemExit(done.stderr)
            else:
                time.sleep(chosen.seconds)
            seconds = time.monotonic() - since
            cpu, stops = processor(pid) - cpu, safepoints(log)[stops:]
            for watch in watches:
                watch.ended.set()
                watch.join()
            row(way, phase, seconds, cpu, stops, pid, watches[0].most)
        time.sleep(2)
        left = {kind(path, temporary) for path in files(temporary)}
        print(f"left: files {sorted(left) or 'none'}; threads {sorted(set(threads(pid).values()) - set(before.values())) or 'none'}", flush=True)
        until.set()
