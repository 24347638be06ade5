#!/usr/bin/env python3
"""Stands in for k6: its command line, REST API and CSV, for a rate or users of a written script. It executes no JavaScript."""
import http.client, http.server, json, os, re, sys, threading, time, urllib.parse

words = sys.argv[1:]
if words[0] == "version":
    print("k6 v2.2.0 (fake, go1.25, linux/amd64)")
    sys.exit(0)
if words[0] == "inspect":
    written = re.search(r"thresholds: (\{.*\})", open(words[-1]).read())
    print(json.dumps({"thresholds": json.loads(written.group(1)) if written else None, "scenarios": {}}, indent=2))
    print("level=warning msg=\"not of the options\"", file=sys.stderr)
    sys.exit(0)
if words[0] != "run" or os.environ.get("K6_CSV_TIME_FORMAT") != "unix_micro":
    sys.exit(104)
option = {w.split("=", 1)[0]: w.split("=", 1)[1] for w in words if w.startswith("--") and "=" in w}
count = option.get("--execution-segment-sequence", "0,1").count(",")
start = option.get("--execution-segment", "0:1").split(":")[0]
index = int(start.split("/")[0])
base = urllib.parse.urlparse(next(w for w in words if w.startswith("BASE_URL="))[len("BASE_URL="):])
csv = open(words[words.index("--out") + 1][len("csv="):], "w", buffering=1)
script = open(words[-1]).read()
number = lambda key: int(re.findall(r"\b%s: '?(\d+)" % key, script)[-1])
path = re.findall(r"\$\{BASE}([^`]*)`", script)[-1]
begun = threading.Event()


class Api(http.server.BaseHTTPRequestHandler):
    def answer(self, status):
        body = json.dumps({"data": {"attributes": {"status": status}}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(4)

    def do_PATCH(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(7)
        begun.set()

    def log_message(self, *arguments):
        pass


if "--paused" in words:
    host, port = option["--address"].split(":")
    api = http.server.ThreadingHTTPServer((host, int(port)), Api)
    threading.Thread(target=api.serve_forever, daemon=True).start()
else:
    begun.set()
csv.write("metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,name,scenario,status,extra_tags,metadata\n")
begun.wait()
origin = time.monotonic()
writing = threading.Lock()


def iteration():
    sent = time.monotonic()
    connection = http.client.HTTPConnection(base.hostname, base.port)
    connection.request("GET", path)
    status = connection.getresponse().status
    took = 1000 * (time.monotonic() - sent)
    end = time.time_ns() // 1000
    with writing:  # a text file of several threads loses lines
        write(took, status, end)


def write(took, status, end):
    for metric, value in (("http_reqs", 1), ("http_req_duration", took), ("http_req_blocked", 0), ("http_req_receiving", 0)):
        csv.write("%s,%d,%f,,,,%s,,GET %s,load,%d,,\n" % (metric, end, value, "true" if status < 400 else "false", path, status))
    csv.write("iterations,%d,1.000000,,,,,,,load,,,\n" % end)


def user():
    while time.monotonic() - origin < duration:
        iteration()


executor = re.findall(r"executor: '([a-z-]+)'", script)[-1]
length, unit = re.findall(r"duration: '(\d+)(ms|s)'", script)[-1]
duration = int(length) / (1000 if unit == "ms" else 1)
threads = []
if executor == "constant-arrival-rate":
    period = number("timeUnit") / number("rate")
    n = index
    while n * period < duration:
        time.sleep(max(0, origin + n * period - time.monotonic()))
        threads.append(threading.Thread(target=iteration))
        threads[-1].start()
        n += count
elif executor == "constant-vus":
    for _ in range(number("vus")):
        threads.append(threading.Thread(target=user))
        threads[-1].start()
else:
    sys.exit(104)
for thread in threads:
    thread.join()
