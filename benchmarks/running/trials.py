#!/usr/bin/env python3
"""The trials by `headroom diagnose`, under the load of wrk. See trials.md. Needs PyYAML, wrk, and a build with the trials.

    benchmarks/running/trials.py [--java HOME] [--twin] [--ways dump,jfr,jmx,agent] [--part 0/2] [NAME ...]

Each service is started once, loaded by one connection for each of 60 users, and asked in each way, the agent last. Prints a line for each answer and a count.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRIALS = ROOT / "trials/target/trials.jar"
FREE = "load-is-the-limit"
UNTOLD = ("unknown", "not-stationary")
# Their load is of a kind that wrk has not
OWN_LOAD = ("requests", "before", "load")

arguments = argparse.ArgumentParser()
arguments.add_argument("--java", default=os.environ.get("JAVA_HOME"), help="home of the JDK of the services")
arguments.add_argument("--ways", default="dump,agent")
arguments.add_argument("--twin", action="store_true")
arguments.add_argument("--part", default="0/1")
arguments.add_argument("--for", dest="length", default="10s")
arguments.add_argument("names", nargs="*")
chosen = arguments.parse_args()
part, parts = map(int, chosen.part.split("/"))
release = pathlib.Path(chosen.java, "release").read_text()
jdk = int(re.search(r'JAVA_VERSION="(\d+)', release).group(1))
temporary = tempfile.TemporaryDirectory(prefix="trials-")


def free():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def start(settings, options, port):
    command = [f"{chosen.java}/bin/java", f"-Djava.io.tmpdir={temporary.name}", *options, "-jar", str(TRIALS)]
    command += [f"--{key}={value}" for key, value in settings.items()] + [f"--server.port={port}"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def await_ready(port):
    for _ in range(120):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=1).read()
            return
        except OSError:
            time.sleep(0.25)
    raise TimeoutError("not ready")


def runs(trial):
    fits = trial.get("from", 0) <= jdk <= trial.get("to", 99)
    return fits and not any(key in trial for key in OWN_LOAD) and not (chosen.twin and trial.get("twin") is False)


def outcome(trial, diagnosis):
    limit = diagnosis.get("bindingLimit") or {}
    verdict = diagnosis["verdict"]
    expected = FREE if chosen.twin else trial.get("verdict", "limit")
    kinds = trial.get("kind", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
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
    exact = trial.get("capacity", limit.get("workers")) == limit.get("workers")
    return "right" if exact else "right kind"


def answers(name, trial):
    port, behind = free(), free()
    delay = trial.get("delay", 100)
    settings = {"trial": name, "delay": delay}
    started = []
    try:
        if "downstream" in trial:
            slow = {"trial": "slow-server", "front": "jdk", "delay": delay} | (trial["downstream"] or {})
            started.append(start(slow, [], behind))
            await_ready(behind)
            settings["downstream"] = f"http://127.0.0.1:{behind}/"
        settings |= trial.get("settings") or {}
        settings |= {"twin": "true"} if chosen.twin else {}
        options = [str(one) for one in trial.get("jvm") or []]
        if "processors" in trial:
            options.append(f"-XX:ActiveProcessorCount={trial['processors']}")
        service = start(settings, options, port)
        started.append(service)
        await_ready(port)
        users = trial["twin"]["users"] if chosen.twin and isinstance(trial.get("twin"), dict) else 60
        load = ["wrk", "-t1", f"-c{users}", "-d300s", "--timeout", "30s", f"http://127.0.0.1:{port}/"]
        started.append(subprocess.Popen(load, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        time.sleep(2)
        for way in chosen.ways.split(","):
            diagnose = [str(ROOT / "headroom"), "diagnose", str(service.pid), "--by", way]
            done = subprocess.run([*diagnose, "--for", chosen.length, "--json"], capture_output=True, text=True)
            try:
                diagnosis = json.loads(done.stdout)["diagnosis"]
                yield way, outcome(trial, diagnosis), diagnosis["summary"]
            except ValueError:
                yield way, "failed", done.stderr.strip()
    except TimeoutError as failed:
        yield "-", "failed", str(failed)
    finally:
        for process in started:
            process.kill()
            process.wait()


counts = collections.defaultdict(collections.Counter)
table = yaml.safe_load((ROOT / "trials/trials.yaml").read_text())
names = [name for name, trial in table.items() if (name in chosen.names if chosen.names else runs(trial))]
for i, name in enumerate(names):
    if i % parts == part:
        for way, found, words in answers(name, table[name]):
            counts[way][found] += 1
            print(f"{name:24} {way:6} {found:13} {words[:150]}", flush=True)
for way, found in counts.items():
    print(f"JDK {jdk}{' twins' if chosen.twin else ''}, {way}: {dict(found)}")
