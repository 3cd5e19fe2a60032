"""Uses the client as a harness would. Arguments: node, the program, what to do, and paths."""

import json
import random
import sys
import threading

from promptmill_client import ProcessError, Promptmill, RenderError

node, program, what, *rest = sys.argv[1:]
command = (node, program)


def show(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")


def render_all(paths):
    with Promptmill(command=command) as mill:
        for _, answer in mill.render_all({"file": path} for path in paths):
            for request in answer:
                show(request.line)


def render_killed(seed, paths):
    """Kills after a random number of requests, and at random times, whatever the process does then."""
    chance = random.Random(seed)
    kills = 0
    with Promptmill(command=command, window=4, retries=1000) as mill:
        for path in paths:
            timer = threading.Timer(chance.random(), lambda: mill._process and mill._process.kill())
            if chance.random() < 0.3:
                timer.start()
            for request in mill.render(path):
                show(request.line)
                if chance.random() < 0.1:
                    kills += 1
                    mill._process.kill()
            timer.cancel()
    print(f"{kills} kills", file=sys.stderr)


def render_all_killed(seed, paths):
    chance = random.Random(seed)
    kills = 0
    with Promptmill(command=command, window=8, retries=1000) as mill:
        for _, answer in mill.render_all({"file": path} for path in paths):
            for request in answer:
                show(request.line)
            if chance.random() < 0.4:
                kills += 1
                mill._process.kill()
    print(f"{kills} kills", file=sys.stderr)


def kind_of(run):
    try:
        return run()
    except (RenderError, ProcessError) as error:
        return error


def tour(path):
    with Promptmill(command=command) as mill:
        (last,) = mill.render(path, at="last")
        error = kind_of(lambda: list(mill.render("none"))).details
        records = [{"id": "a", "file": "none"}, {"id": "b", "file": path, "at": "last"}]
        (a, failure), (b, requests) = mill.render_all(records)
        (first,) = mill.render({"model": "gpt-5.5", "prompt": "Grind the rye."})
        unread = mill.render(path)
        next(unread)
        busy = kind_of(lambda: list(mill.render(path)))
        unread.close()
        (again,) = mill.render(path, at="last")
        code = mill.close()
    print(
        json.dumps(
            {
                "last": last.line.decode(),
                "body": json.loads(last.body),
                "error": {name: error[name] for name in ("code", "file")},
                "failed": [a["id"], type(failure).__name__, b["id"], len(requests)],
                "model": first.parsed()["request"]["model"],
                "abandoned": again.line.decode(),
                "busy": type(busy).__name__,
                "code": code,
            }
        )
    )


def hopeless():
    with Promptmill("--colour", command=command) as mill:
        wrong = kind_of(lambda: list(mill.render("a")))
    suicide = (node, "-e", "process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))", "--")
    with Promptmill(command=suicide, retries=2) as mill:
        deadly = kind_of(lambda: list(mill.render("a")))
    print(json.dumps({"wrong": str(wrong), "deadly": str(deadly)}))


if what == "all":
    render_all(rest)
elif what == "killed":
    seed, *paths = rest
    (render_all_killed if int(seed) % 2 else render_killed)(int(seed), paths)
elif what == "tour":
    tour(*rest)
else:
    hopeless()
