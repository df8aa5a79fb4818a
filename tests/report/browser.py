"""A headless Chromium, driven over its own debugging protocol: no library of its own, no download."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_PATIENCE = 120.0


def executable() -> str | None:
    """Find a browser on the path."""
    return next((result for name in NAMES if (result := shutil.which(name))), None)


class Browser:
    """One browser with one page; `events` collects what the page reports."""

    def __init__(self, profile: Path, width: int = 1280, height: int = 900) -> None:
        program = executable()
        assert program is not None
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
        options += [
            "--disable-component-update",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
        ]
        self.process = subprocess.Popen([program, *options, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.loop = asyncio.new_event_loop()
        self.events: list[dict[str, Any]] = []
        self._number = 0
        self._socket: WebSocketClientConnection | None = None
        port = self._port(profile / "DevToolsActivePort")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=_PATIENCE) as answer:
            page = next(target for target in json.load(answer) if target["type"] == "page")
        self._socket = self.loop.run_until_complete(self._connect(page["webSocketDebuggerUrl"]))
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    @staticmethod
    async def _connect(address: str) -> WebSocketClientConnection:
        return await websocket_connect(address, max_message_size=1 << 28)

    @staticmethod
    def _port(path: Path) -> int:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            if path.is_file() and (lines := path.read_text().splitlines()):
                return int(lines[0])
            time.sleep(0.05)
        raise TimeoutError(f"no browser behind {path}")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer; events that come meanwhile are kept."""
        self._number += 1
        number = self._number
        return self.loop.run_until_complete(self._request(number, {"id": number, "method": method, "params": params}))

    async def _request(self, number: int, message: dict[str, Any]) -> dict[str, Any]:
        assert self._socket is not None
        await self._socket.write_message(json.dumps(message))
        while True:
            answer = json.loads(await asyncio.wait_for(self._read(), _PATIENCE))
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    async def _read(self) -> str:
        assert self._socket is not None
        text = await self._socket.read_message()
        assert text is not None, "the browser went away"
        return str(text)

    async def _close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            await asyncio.sleep(0.1)

    def open(self, page: Path) -> None:
        """Open a file and wait until it is loaded."""
        self.send("Page.navigate", url=page.resolve().as_uri())
        end = time.monotonic() + _PATIENCE
        while self.run("document.readyState") != "complete" or not self.run("location.href").endswith(page.name):
            assert time.monotonic() < end, "the page does not load"
            time.sleep(0.05)

    def visit(self, address: str, until: str) -> None:
        """Open an address and wait until a condition in JavaScript holds."""
        self.send("Page.navigate", url=address)
        # A token is exchanged for a cookie, and leaves the address.
        place = json.dumps(address.partition("?")[0])
        self.wait(f"document.readyState === 'complete' && location.href.split('?')[0] === {place}")
        self.wait(until)

    def wait(self, until: str) -> None:
        """Wait until a condition in JavaScript holds."""
        end = time.monotonic() + _PATIENCE
        while not self.run(f"Boolean({until})"):
            assert time.monotonic() < end, f"this does not come: {until}"
            time.sleep(0.02)

    def run(self, script: str) -> Any:
        """Evaluate JavaScript and give its value."""
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def key(self, name: str, code: int) -> None:
        """Press a key."""
        for kind in ("rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code)
        self.run("new Promise(done => setTimeout(done))")  # what waits for its turn in the page is done then

    def reported(self, method: str) -> list[dict[str, Any]]:
        """Give what was reported of a kind."""
        return [event["params"] for event in self.events if event.get("method") == method]

    def pdf(self) -> bytes:
        """Print the page."""
        return base64.b64decode(self.send("Page.printToPDF", printBackground=False)["data"])

    def close(self) -> None:
        """End it."""
        self.loop.run_until_complete(self._close())
        self.process.terminate()
        self.process.wait(timeout=_PATIENCE)
        self.loop.close()
