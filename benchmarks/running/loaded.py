#!/usr/bin/env python3
"""What watching costs a service under load: X and p99 with and without, in turns. See README.md. Needs wrk, and a build with the trials.

    benchmarks/running/loaded.py [--ways dump,jfr,jmx,agent] [--rounds 3] [--seconds 10] [[virtual:]THREADS:DELAY_MS ...]

A service of so many Tomcat threads, each request of which sleeps so long, under one connection of wrk for each thread; 0 ms keeps the processors busy instead. Or one on virtual threads under 400
connections, with so many more that only wait. Prints a row for each way: medians of the rounds, each against the mean of the runs without anybody watching before and after it.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import time

from services import ROOT, await_ready, ended_after, free, settings, start

BESIDE_A_CROWD = 400
UNITS = {"us": 1e-3, "ms": 1, "s": 1e3}

arguments = argparse.ArgumentParser()
arguments.add_argument("--java", default=os.environ.get("JAVA_HOME"), help="home of the JDK of the service")
arguments.add_argument("--ways", default="dump,jfr,jmx,agent")
arguments.add_argument("--rounds", type=int, default=3)
arguments.add_argument("--seconds", type=int, default=10)
arguments.add_argument("services", nargs="*", default=["50:100", "400:100", "2000:1000", "50:0", "virtual:10000:100", "virtual:100000:100"])
chosen = arguments.parse_args()


def load(connections, port):
    """X in 1/s and p99 in ms."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{chosen.seconds}s", "--timeout", "30s", "--latency", f"http://127.0.0.1:{port}/"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    throughput = float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))
    p99, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", said).groups()
    return throughput, float(p99) * UNITS[unit]


def watched(way, pid, started):
    """Until the load has ended; by then what is done once, when watching begins, is over."""
    command = [ROOT / "headroom", "diagnose", pid, "--by", way, "--for", f"{chosen.seconds + 10}s"]
    started.append(start(command))
    time.sleep(6)
    return started[-1]


for service in chosen.services:
    kind, threads, delay = ["platform", *service.split(":")][-3:]
    virtual = kind != "platform"
    users = BESIDE_A_CROWD if virtual else int(threads)
    with ended_after() as started:
        port = free()
        options = settings({"trial": "healthy", "threads": threads, "delay": delay, "server.port": port})
        crowd = [pathlib.Path(__file__).with_name("Crowd.java"), port, threads, delay]
        trial = ["-jar", ROOT / "trials/target/trials.jar", *options]
        started.append(start([f"{chosen.java}/bin/java", *(crowd if virtual else trial)]))
        pid = started[-1].pid
        await_ready(port)
        load(users, port)
        before = load(users, port)
        alone = [before]
        ratios = {way: [] for way in chosen.ways.split(",")}
        for _ in range(chosen.rounds):
            for way in ratios:
                watcher = watched(way, pid, started)
                seen = load(users, port)
                watcher.wait()
                after = load(users, port)
                ratios[way].append([of * 2 / (one + other) for of, one, other in zip(seen, before, after)])
                before = after
                alone.append(after)
        throughput, p99 = (statistics.median(of) for of in zip(*alone))
        for way, of in ratios.items():
            x, p = (statistics.median(of) for of in zip(*of))
            spread = [f"{min(values):.2f} to {max(values):.2f}" for values in zip(*of)]
            print(f"| {threads} {kind} | {delay} ms | {throughput:.0f}/s | {p99:.1f} ms | {way} | {x:.3f} ({spread[0]}) | {p:.2f} ({spread[1]}) |", flush=True)
