#!/usr/bin/env python3
"""How soon `headroom watch` names what binds. See README.md. Needs PyYAML, wrk, tmux, and a build with the trials.

    benchmarks/running/onset.py [--ways dump,jfr,agent] [--rounds 3] NAME...

Each service of the trials is watched under 2 connections of wrk until the picture is there, and gets 60 more: what is printed is the time from then until the screen names a limit,
and until it names one with the right capacity.
"""

import argparse
import os
import re
import subprocess
import time

import yaml

from services import ROOT, await_ready, ended_after, free, settings, start

TRIALS = ROOT / "trials/target/trials.jar"
GIVE_UP = 60
SCREEN = f"headroom-onset-{os.getpid()}"

arguments = argparse.ArgumentParser()
arguments.add_argument("--java", default=os.environ.get("JAVA_HOME"), help="home of the JDK of the services")
arguments.add_argument("--ways", default="dump,jfr,agent")
arguments.add_argument("--rounds", type=int, default=3)
arguments.add_argument("names", nargs="+")
chosen = arguments.parse_args()


def tmux(*words):
    return subprocess.run(["tmux", "-L", SCREEN, *map(str, words)], capture_output=True, text=True).stdout


def wrk(connections, port):
    return start(["wrk", "-t1", f"-c{connections}", "-d300s", "--timeout", "30s", f"http://127.0.0.1:{port}/"])


def until(pattern, since):
    """Seconds, or None."""
    while time.monotonic() - since < GIVE_UP:
        if re.search(pattern, tmux("capture-pane", "-p")):
            return time.monotonic() - since
        time.sleep(0.1)
    return None


def onset(trial, given, way):
    with ended_after() as started:
        port = free()
        options = settings({"trial": trial, "delay": 100, "server.port": port} | given.get("settings", {}))
        started.append(start([f"{chosen.java}/bin/java", *given.get("jvm", []), "-jar", TRIALS, *options]))
        service = started[-1]
        await_ready(port)
        started.append(wrk(2, port))
        try:
            tmux("new-session", "-d", "-x", 160, "-y", 50, f"{ROOT}/headroom watch {service.pid} --by {way}")
            if until("POOLS", time.monotonic()) is None:
                return None, None
            time.sleep(8)
            if re.search("bound by", tmux("capture-pane", "-p")):
                return None, None
            begin = time.monotonic()
            started.append(wrk(60, port))
            return until("bound by", begin), until(rf"bound by .*\b{given['capacity']} ", begin)
        finally:
            tmux("kill-server")


def told(seconds):
    return "never" if seconds is None else f"{seconds:.1f} s"


table = yaml.safe_load((ROOT / "trials/trials.yaml").read_text())
for name in chosen.names:
    for way in chosen.ways.split(","):
        for _ in range(chosen.rounds):
            named, right = onset(name, table[name], way)
            print(f"| {name} | {way} | {told(named)} | {told(right)} |", flush=True)
