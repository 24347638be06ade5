#!/usr/bin/env python3
"""The trials by `headroom diagnose`, under the load of wrk. See trials.md. Needs PyYAML, wrk, and a build with the trials.

    benchmarks/running/trials.py [--java HOME] [--twin] [--ways dump,jfr,jmx,agent] [--part 0/2] [NAME ...]

Each service is started once, loaded by one connection for each of 60 users, and asked in each way, the agent last. Prints a line for each answer and a count.
"""

import argparse
import collections
import os
import tempfile
import time

import yaml

from services import FREE, ROOT, await_ready, diagnose, ended_after, free, major, outcome, settings, start

TRIALS = ROOT / "trials/target/trials.jar"
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
jdk = major(chosen.java)
temporary = tempfile.TemporaryDirectory(prefix="trials-")


def runs(trial):
    fits = trial.get("from", 0) <= jdk <= trial.get("to", 99)
    return fits and not any(key in trial for key in OWN_LOAD) and not (chosen.twin and trial.get("twin") is False)


def service(options, **given):
    return start([f"{chosen.java}/bin/java", f"-Djava.io.tmpdir={temporary.name}", *options, "-jar", TRIALS, *settings(given)])


def judged(trial, diagnosis):
    kinds = trial.get("kind", [])
    expected = FREE if chosen.twin else trial.get("verdict", "limit")
    return outcome(expected, kinds if isinstance(kinds, list) else [kinds], trial.get("capacity"), diagnosis)


def answers(name, trial):
    port, behind = free(), free()
    delay = trial.get("delay", 100)
    given = {"trial": name, "delay": delay}
    try:
        with ended_after() as started:
            if "downstream" in trial:
                slow = {"trial": "slow-server", "front": "jdk", "delay": delay} | (trial["downstream"] or {})
                started.append(service([], **slow, **{"server.port": behind}))
                await_ready(behind)
                given["downstream"] = f"http://127.0.0.1:{behind}/"
            given |= trial.get("settings") or {}
            given |= {"twin": "true"} if chosen.twin else {}
            options = [str(one) for one in trial.get("jvm") or []]
            if "processors" in trial:
                options.append(f"-XX:ActiveProcessorCount={trial['processors']}")
            watched = service(options, **given, **{"server.port": port})
            started.append(watched)
            await_ready(port)
            users = trial["twin"]["users"] if chosen.twin and isinstance(trial.get("twin"), dict) else 60
            started.append(start(["wrk", "-t1", f"-c{users}", "-d300s", "--timeout", "30s", f"http://127.0.0.1:{port}/"]))
            time.sleep(2)
            for way in chosen.ways.split(","):
                diagnosis, trouble = diagnose(watched.pid, way, chosen.length)
                yield (way, judged(trial, diagnosis), diagnosis["summary"]) if diagnosis else (way, "failed", trouble)
    except TimeoutError as failed:
        yield "-", "failed", str(failed)


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
