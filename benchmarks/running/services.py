"""What trials.py and cases.py do alike: services as processes of their own, and what `headroom diagnose` says of them."""

import contextlib
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
FREE = "load-is-the-limit"
UNTOLD = ("unknown", "not-stationary")


def free():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def major(java):
    return int(re.search(r'JAVA_VERSION="(\d+)', pathlib.Path(java, "release").read_text()).group(1))


def start(command, env=None):
    return subprocess.Popen(
        list(map(str, command)), env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def settings(of):
    return [f"--{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in of.items()]


def await_ready(port, path="/ready"):
    for _ in range(240):
        try:
            if path:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=1).read()
            else:
                socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.25)
    raise TimeoutError("not ready")


@contextlib.contextmanager
def ended_after():
    """A list of processes that end with the block, also where this one is told to end."""
    signal.signal(signal.SIGTERM, lambda *told: sys.exit(143))
    started = []
    try:
        yield started
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def diagnose(pid, way, length, *more):
    """The diagnosis, or None and what was said in its place."""
    command = [ROOT / "headroom", "diagnose", pid, "--by", way, "--for", length, "--json", *more]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    try:
        return json.loads(done.stdout)["diagnosis"], ""
    except ValueError:
        return None, done.stderr.strip()


def outcome(expected, kinds, capacity, diagnosis):
    """expected: FREE where nothing of the service binds, "limit" for one of these kinds, else the verdict itself."""
    limit = diagnosis.get("bindingLimit") or {}
    verdict = diagnosis["verdict"]
    untold = verdict in UNTOLD or limit.get("kind") == "unknown" and "unknown" not in kinds
    if expected == FREE:
        return "right" if verdict == FREE else "unknown" if untold else "false alarm"
    if verdict == FREE:
        return "false nothing"
    if untold:
        return "unknown"
    if verdict == expected != "limit":
        return "right"
    if limit.get("kind") not in kinds:
        return "wrong"
    return "right" if capacity in (None, limit.get("workers")) else "right kind"
