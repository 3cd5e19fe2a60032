"""Renders Codex rollouts through one `promptmill pipe` process. Python 3.9 or newer, nothing else.

    with Promptmill("--at", "last") as mill:
        for request in mill.render("rollout.jsonl"):
            post(request.body)
        for record, answer in mill.render_all({"file": path} for path in paths):
            print(record["file"], answer)

A record is what `promptmill pipe` takes on a line. When the process is killed, a new one is started and sent what was
not answered: nothing is lost, nothing comes twice. One thread may use a client at a time.
"""

from __future__ import annotations

import json
import subprocess
import threading
from collections import deque
from queue import SimpleQueue
from typing import IO, Any, Deque, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

Record = Dict[str, Any]


class Request(NamedTuple):
    """A request, as bytes that nothing has parsed and printed again."""

    line: bytes
    """What `promptmill render` prints for it, without the end of the line."""

    @property
    def body(self) -> bytes:
        """The body to be sent: JSON in UTF-8."""
        return self.line[self.line.index(b',"request":') + 11 : self.line.rindex(b',"fidelity":')]

    def parsed(self) -> Dict[str, Any]:
        value: Dict[str, Any] = json.loads(self.line)
        return value


class RenderError(Exception):
    """A record that cannot be rendered. `details` has the code, and what was found and expected where."""

    def __init__(self, details: Dict[str, Any]) -> None:
        super().__init__(f"{details['code']}: {details['message']}")
        self.details = details


class ProcessError(Exception):
    """The process cannot go on: its options are wrong, or the same record ended it again and again."""


class Promptmill:
    def __init__(self, *flags: str, command: Sequence[str] = ("promptmill",), window: int = 64, retries: int = 3) -> None:
        """`flags` are those of `promptmill pipe`; at most `window` records are under way, each tried `retries` times more."""
        self._command = [*command, "pipe", "--quiet", *flags]
        self._window, self._retries = window, retries
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._is_busy = False
        self._outbox: SimpleQueue[Optional[bytes]] = SimpleQueue()

    def __enter__(self) -> Promptmill:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def render(self, source: Union[str, Record], **options: Any) -> Iterator[Request]:
        """The requests of a rollout, by its path, or of a session spec. Raises RenderError."""
        record = {"file": source} if isinstance(source, str) else {"spec": source}
        for _, answer in self._answers([{**record, **options}]):
            if isinstance(answer, RenderError):
                raise answer
            if answer is not None:
                yield answer

    def render_all(self, records: Iterable[Record]) -> Iterator[Tuple[Record, Union[List[Request], RenderError]]]:
        """Each record with its requests, or with why there are none, in order. Records are read as they are needed."""
        requests: List[Request] = []
        for record, answer in self._answers(records):
            if isinstance(answer, Request):
                requests.append(answer)
            else:
                yield record, requests if answer is None else answer
                requests = []

    def close(self) -> Optional[int]:
        """Ends the process and gives its exit code. The next render starts another."""
        process, self._process = self._process, None
        if process is None:
            return None
        self._outbox.put(None)
        if process.stdout is not None:
            process.stdout.close()
        return process.wait()

    def _answers(self, records: Iterable[Record]) -> Iterator[Tuple[Record, Union[Request, RenderError, None]]]:
        """Requests, and after the last one of a record None or its error."""
        if self._is_busy:
            raise ProcessError("another render of this client is under way: use one client for each")
        source: Iterator[Record] = iter(records)
        waiting: Deque[Record] = deque()
        given = seen = failures = 0  # Of the first record that waits: requests given out, requests this process sent.
        self._is_busy = True
        try:
            while True:
                while len(waiting) < self._window and (record := next(source, None)) is not None:
                    waiting.append(record)
                    self._send([record])
                if not waiting:
                    return
                line = self._read()
                if not line.endswith(b"\n"):
                    failures, seen = failures + 1, 0
                    self._restart(waiting, failures)
                elif line.startswith(b'{"type":"request"'):
                    seen += 1
                    if seen > given:
                        given = seen
                        yield waiting[0], Request(line[line.index(b',"rendered":') + 12 : -2])
                else:
                    answer, given, seen, failures = json.loads(line), 0, 0, 0
                    yield waiting.popleft(), RenderError(answer["error"]) if answer["type"] == "error" else None
        finally:
            self._is_busy = False
            if waiting and self._process is not None:  # Nobody will read these answers.
                self._process.kill()
                self.close()

    def _read(self) -> bytes:
        stdout = None if self._process is None else self._process.stdout
        return b"" if stdout is None else stdout.readline()

    def _send(self, records: Iterable[Record]) -> None:
        if self._process is None:
            self._outbox = SimpleQueue()
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            threading.Thread(target=_feed, args=(self._process.stdin, self._outbox), daemon=True).start()
        for record in records:
            self._outbox.put(json.dumps(record).encode() + b"\n")

    def _restart(self, waiting: Deque[Record], failures: int) -> None:
        code = self.close()
        if code in (2, 6) or failures > self._retries:
            raise ProcessError(f"{' '.join(self._command)} ended with {code} at {str(waiting[0])[:200]}")
        self._send(waiting)


def _feed(stdin: IO[bytes], outbox: SimpleQueue[Optional[bytes]]) -> None:
    """Writes in a thread of its own: who writes all before reading any waits forever once both pipes are full."""
    try:
        with stdin:
            for line in iter(outbox.get, None):
                stdin.write(line)
                stdin.flush()
    except OSError:
        pass  # The process is gone, which its reader sees.
