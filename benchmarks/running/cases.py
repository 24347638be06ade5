#!/usr/bin/env python3
"""The five cases and the two examples by `headroom diagnose`, under the load of ab, siege and wrk. See cases.md. Needs PyYAML and these three.

    benchmarks/running/cases.py [--java HOME] [--ways dump,jmx,agent] [--loads ab,siege,wrk] [--keep FOLDER] [NAME ...]

Each variant is started anew for each load, as its experiment has it but with free ports, and asked in each way, the agent last. Prints a line for each
answer, and a table. A NAME is that of an experiment, or EXPERIMENT/VARIANT.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import socket
import tempfile
import time

import yaml

from services import FREE, ROOT, await_ready, diagnose, ended_after, free, major, outcome, settings, start

# Kinds of limit that may be named, and its capacity; none where nothing of the service binds
KNOWN = {
    "cases/users/experiment.yaml": {"common-pool": (["worker-pool"], 7), "lifted": None},
    "cases/facade/experiment.yaml": {"default": (["worker-pool"], 3), "lifted": None},
    "cases/value/experiment.yaml": {
        "servlet-20-threads": (["worker-pool"], 20),
        "netty-blocking": (["event-loops"], 8),
        "lifted": None,
    },
    "cases/bike/experiment.yaml": {"hung": (["hung-workers"], 140), "lifted": None},
    "cases/compose/experiment.yaml": {"common-pool": (["worker-pool"], 11), "lifted": None},
    "examples/wiremock.yaml": {"default-threads": (["worker-pool"], None), "hundred-threads": None},
    "examples/zipkin.yaml": {"spans-and-lookups": (["cpu"], None)},
}
# What an experiment leaves to the program's default
MORE = {"default-threads": ["--container-threads", "20"]}
# In flight of an open load at the rate at which its lifted variant is measured, in experiment-200.yaml
OPEN = 66
# Zipkin's server leaves a connection open for seconds that ab waits to see closed
LOADS = {"cases": ("ab", "siege"), "examples": ("ab", "wrk"), "zipkin": ("siege", "wrk")}
SETTLES = 10

arguments = argparse.ArgumentParser()
arguments.add_argument("--java", default=os.environ.get("JAVA_HOME"), help="home of the JDK of the services")
arguments.add_argument("--ways", default="dump,jmx,agent")
arguments.add_argument("--loads", default="ab,siege,wrk")
arguments.add_argument("--for", dest="length", default="10s")
arguments.add_argument("--keep", type=pathlib.Path, help="writes each diagnosis into this folder")
arguments.add_argument("names", nargs="*")
chosen = arguments.parse_args()
ways = chosen.ways.split(",")
folder = tempfile.TemporaryDirectory(prefix="cases-")
temporary = pathlib.Path(folder.name)


def placed(value, ports, at):
    told = re.sub(r"\$\{([\w-]+)\.port}", lambda found: str(ports[found.group(1)]), str(value))
    return told.replace("${basedir}", str(at))


def command(service, variant, ports, name, at):
    watched = variant is not None
    more = variant or {}
    options = [f"-Djava.io.tmpdir={temporary}", *service.get("jvm", []), *more.get("jvm", [])]
    if "processors" in service:
        options.append(f"-XX:ActiveProcessorCount={service['processors']}")
    given = service.get("settings", {}) | more.get("settings", {})
    told = [*service.get("args", []), *more.get("args", [])] + settings(given)
    if "args" not in service and "env" not in service:
        told.append(f"--server.port={ports[name]}")
    return [f"{chosen.java}/bin/java", *options, "-jar", at / service["jar"], *(placed(one, ports, at) for one in told)]


def request(variant):
    first = variant["request"] if "request" in variant else next(iter(variant["requests"].values()))
    first = first if isinstance(first, dict) else {"request": first}
    method, path = first["request"].split(" ", 1)
    return method, path, first.get("body"), first.get("headers", {}).get("Content-Type", "text/plain")


def load(tool, users, port, asked):
    method, path, body, kind = asked
    url = f"http://127.0.0.1:{port}{path}"
    sent = temporary / "body"
    sent.write_text(body or "")
    if tool == "ab":
        post = ["-p", sent, "-T", kind] if body else []
        return ["ab", "-q", "-r", "-s", "600", "-t", "600", "-n", "100000000", "-c", users, *post, url]
    if tool == "siege":
        rc = temporary / "siegerc"
        told = {"connection": "keep-alive", "timeout": 600, "failures": 1000000, "limit": 1000, "parser": "false", "verbose": "false"}
        rc.write_text("".join(f"{key} = {value}\n" for key, value in told.items()))
        post = f"{url} POST <{sent}" if body else url
        return ["siege", "-R", rc, "-b", "-q", "-c", users, "-t", "600S", "-T", kind, post]
    script = temporary / "request.lua"
    script.write_text(f"wrk.method = {json.dumps(method)}\nwrk.headers['Content-Type'] = {json.dumps(kind)}\n")
    if body:
        script.write_text(script.read_text() + f"wrk.body = [[{body}]]\n")
    return ["wrk", "-t1", f"-c{users}", "-d600s", "--timeout", "600s", "-s", script, url]


def hanging(port, before):
    """Requests that never come back, each on a connection of its own."""
    path = before["request"].split(" ", 1)[1]
    asked = [socket.create_connection(("127.0.0.1", port)) for _ in range(before["count"])]
    for one in asked:
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return asked


def answers(file, name, known, tool):
    experiment = yaml.safe_load((ROOT / file).read_text())
    variant = experiment["variants"][name]
    variant["args"] = [*variant.get("args", []), *MORE.get(name, [])]
    services = experiment["services"]
    ports = {service: free() for service in services}
    at = (ROOT / file).parent
    closed = experiment["load"].get("closed", {})
    asked = []
    with ended_after() as started:
        for service, its in services.items():
            watched = service == experiment["watch"]
            env = {key: placed(value, ports, at) for key, value in its.get("env", {}).items()}
            started.append(start(command(its, variant if watched else None, ports, service, at), os.environ | env))
            https = its.get("settings", {}).get("https")
            await_ready(ports[service], "" if https else its.get("ready", "/ready"))
            if watched:
                pid, port = started[-1].pid, ports[service]
        if "before" in variant:
            asked = hanging(port, variant["before"])
        started.append(start(load(tool, closed.get("users", OPEN), port, request(variant))))
        time.sleep(SETTLES)
        for way in ways:
            diagnosis, trouble = diagnose(pid, way, chosen.length)
            kinds, capacity = known or ([], None)
            found = outcome("limit" if known else FREE, kinds, capacity, diagnosis) if diagnosis else "failed"
            yield way, found, diagnosis, trouble
    for one in asked:
        one.close()


def told(diagnosis):
    limit = diagnosis.get("bindingLimit")
    if not limit:
        return "nothing binds" if diagnosis["verdict"] == FREE else diagnosis["verdict"]
    size = f" ({limit['workers']})" if "workers" in limit else ""
    return f"{limit['pool']}{size}, {diagnosis['standing']}" if limit["kind"] != "unknown" else f"unknown, at {limit['pool']}"


def chosen_cases():
    for file, variants in KNOWN.items():
        case = pathlib.Path(file).parent.name if file.startswith("cases") else pathlib.Path(file).stem
        for name, known in variants.items():
            if not chosen.names or case in chosen.names or f"{case}/{name}" in chosen.names:
                for tool in LOADS.get(case, LOADS[file.split("/")[0]]):
                    if tool in chosen.loads.split(","):
                        yield case, file, name, known, tool


rows, counts = [], collections.defaultdict(collections.Counter)
for case, file, name, known, tool in chosen_cases():
    cells = dict.fromkeys(ways, "")
    try:
        for way, found, diagnosis, trouble in answers(file, name, known, tool):
            counts[way][found] += 1
            cells[way] = f"{found}: {told(diagnosis)}" if diagnosis else found
            print(f"{case}/{name:20} {tool:5} {way:5} {found:13} {(diagnosis or {'summary': trouble})['summary']}", flush=True)
            if chosen.keep and diagnosis:
                chosen.keep.mkdir(parents=True, exist_ok=True)
                (chosen.keep / f"{case}-{name}-{tool}-{way}.json").write_text(json.dumps(diagnosis, indent=1))
    except TimeoutError as failed:
        cells = dict.fromkeys(ways, str(failed))
    rows.append(f"| {case} | {name} | {tool} | " + " | ".join(cells.values()) + " |")
print(f"\n| case | variant | load | {' | '.join(ways)} |\n|{' --- |' * (3 + len(ways))}")
print("\n".join(rows))
for way, found in counts.items():
    print(f"JDK {major(chosen.java)}, {way}: {dict(found)}")
