#!/usr/bin/env python3
"""What a live proof does to the users of a service: X, p50 and p99 of each response, as they see it. See README.md. Needs a build with the trials.

    benchmarks/running/proving.py [--rounds 3] [NAME ...]

Users without pauses ask a service whose limit can be moved; 20 s without anybody who watches, then `diagnose --agent --prove --yes --for 20s`: 20 s that it watches, and the proof. Prints a row for each
service: over all rounds, and in brackets what that is over the same without anybody.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time

from services import ROOT, await_ready, ended_after, free, settings, start

QUIET = 20
WATCHED = 20
USERS = 24
SLEEP = {"millis": 40.0, "shape": "exponential", "cv": 1.0}
SERVICES = {
    "6 Tomcat threads": {"kind": "tomcat", "name": "front", "capacity": 6.0, **SLEEP, "inside": []},
    "6 connections of HikariCP": "hikari",
    "a ThreadPoolExecutor of 6": "pool",
    "6 objects of commons-pool2": "commons-pool",
}

arguments = argparse.ArgumentParser()
arguments.add_argument("--java", default=os.environ.get("JAVA_HOME"), help="home of the JDK of the service")
arguments.add_argument("--rounds", type=int, default=3)
arguments.add_argument("services", nargs="*", default=list(SERVICES))
chosen = arguments.parse_args()


def network(front):
    if isinstance(front, str):
        limit = {"kind": front, "name": front + "1", "capacity": 6.0, **SLEEP, "inside": []}
        front = {"kind": "tomcat", "name": "front", "capacity": 400.0, "millis": 1.0, "shape": "deterministic", "cv": 0.0, "inside": [limit]}
    return json.dumps({"seed": 1, "front": front})


async def user(port, answers):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while True:
            began = time.monotonic()
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = next((line for line in head.split(b"\r\n") if line.startswith(b"content-length:")), None)
            if length:
                await reader.readexactly(int(length.split(b":")[1]))
            else:
                await reader.readuntil(b"0\r\n\r\n")
            ended = time.monotonic()
            answers.append((ended, ended - began, head.split(b" ")[1] == b"200"))
    finally:
        writer.close()


async def measured(port, pid, report):
    """Answers without anybody, while it is watched, and while it is proved."""
    answers = []
    users = [asyncio.create_task(user(port, answers)) for _ in range(USERS)]
    await asyncio.sleep(5)
    quiet = time.monotonic()
    await asyncio.sleep(QUIET)
    attached = time.monotonic()
    command = [ROOT / "headroom", "diagnose", pid, "--agent", "--prove", "--yes", "--for", f"{WATCHED}s", "--json"]
    with open(report, "w") as file:
        headroom = await asyncio.create_subprocess_exec(*map(str, command), stdout=file, stderr=asyncio.subprocess.DEVNULL)
        await headroom.wait()
    ended = time.monotonic()
    for one in users:
        one.cancel()
    await asyncio.gather(*users, return_exceptions=True)
    began = ended - proof(report)
    bounds = [(quiet, attached), (attached, began), (began, ended)]
    return [([one for one in answers if low <= one[0] < high], high - low) for low, high in bounds]


def proof(report):
    """Seconds from the first window of the proof to its end."""
    moves = json.load(open(report))["diagnosis"]["moves"]
    return sum(move["phases"][-1]["at"] + move["phases"][-1]["length"] for move in moves if move["phases"])


def figures(parts):
    answers = sorted(one[1] for part, _ in parts for one in part)
    seconds = sum(length for _, length in parts)
    bad = sum(not one[2] for part, _ in parts for one in part)
    return len(answers) / seconds, answers[len(answers) // 2] * 1e3, answers[len(answers) * 99 // 100] * 1e3, bad


for name in chosen.services:
    rounds, standings = [], []
    for _ in range(chosen.rounds):
        with ended_after() as started, tempfile.TemporaryDirectory() as folder:
            port = free()
            options = settings({"trial": "generated", "network": network(SERVICES[name]), "server.port": port})
            started.append(start([f"{chosen.java}/bin/java", f"-Djava.io.tmpdir={folder}", "-jar", ROOT / "trials/target/trials.jar", *options]))
            await_ready(port)
            report = os.path.join(folder, "found.json")
            rounds.append(asyncio.run(measured(port, started[-1].pid, report)))
            standings.append(json.load(open(report))["diagnosis"]["standing"])
    quiet, watched, proved = (figures(parts) for parts in zip(*rounds))
    cells = [
        f"{x:.0f}/s ({x / quiet[0]:.2f}), {p50:.0f} ms ({p50 / quiet[1]:.2f}), {p99:.0f} ms ({p99 / quiet[2]:.2f}), {bad} failed"
        for x, p50, p99, bad in (quiet, watched, proved)
    ]
    lengths = ", ".join(f"{parts[2][1]:.0f} s" for parts in rounds)
    print(f"| {name} | {' | '.join(cells)} | {lengths} | {', '.join(standings)} |", flush=True)
