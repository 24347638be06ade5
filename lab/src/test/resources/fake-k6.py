#!/usr/bin/env python3
"""Stands in for k6: its command line, REST API and CSV, for an arrival rate of a written script. It executes no JavaScript."""
import http.client, http.server, json, os, re, sys, threading, time, urllib.parse

words = sys.argv[1:]
if words[0] == "version":
    print("k6 v2.2.0 (fake, go1.25, linux/amd64)")
    sys.exit(0)
if words[0] != "run" or os.environ.get("K6_CSV_TIME_FORMAT") != "unix_micro":
    sys.exit(104)
option = {w.split("=", 1)[0]: w.split("=", 1)[1] for w in words if w.startswith("--") and "=" in w}
count = option["--execution-segment-sequence"].count(",")
start = option["--execution-segment"].split(":")[0]
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


host, port = option["--address"].split(":")
api = http.server.ThreadingHTTPServer((host, int(port)), Api)
threading.Thread(target=api.serve_forever, daemon=True).start()
csv.write("metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,name,scenario,status,extra_tags,metadata\n")
begun.wait()
origin = time.monotonic()
period = number("timeUnit") / number("rate")
n = index
while n * period < number("duration"):
    time.sleep(max(0, origin + n * period - time.monotonic()))
    sent = time.monotonic()
    connection = http.client.HTTPConnection(base.hostname, base.port)
    connection.request("GET", path)
    status = connection.getresponse().status
    took = 1000 * (time.monotonic() - sent)
    end = time.time_ns() // 1000
    for metric, value in (("http_reqs", 1), ("http_req_duration", took), ("http_req_blocked", 0), ("http_req_receiving", 0)):
        csv.write("%s,%d,%f,,,,%s,,GET %s,load,%d,,\n" % (metric, end, value, "true" if status < 400 else "false", path, status))
    csv.write("iterations,%d,1.000000,,,,,,,load,,,\n" % end)
    n += count
