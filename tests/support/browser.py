"""A headless Chromium that a test looks at pages with, through the DevTools protocol on two pipes.

Needs Python's standard library and a Chromium, nothing else.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

WAIT_SECONDS = 120  # ends a test that would wait for ever; nothing depends on it
KEY_CODES = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9, "Enter": 13}


def find():
    """The path of a Chromium, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """One tab.  What pages complain about is collected in `complaints`."""

    def __init__(self):
        self.home = tempfile.mkdtemp()
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        command = [find(), "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                   "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                   "--disable-background-networking", "--user-data-dir=" + self.home, "about:blank"]
        # The browser reads from descriptor 3 and writes to 4.
        shell = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(["bash", "-c", shell, "bash"] + command, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        pass_fds=(to_browser, from_browser))
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session = b"", 0, None
        self.complaints, self.requests, self.loads = [], [], 0
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        self.session = None
        try:
            self.call("Browser.close")
        except (OSError, EOFError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.home, ignore_errors=True)

    # ---- Messages ----

    def receive(self):
        end = time.monotonic() + WAIT_SECONDS
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_end], [], [], max(0, end - time.monotonic()))
            data = os.read(self.read_end, 1 << 20) if ready else b""
            if not data:
                raise EOFError("the browser does not answer")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def note(self, event):
        name, what = event.get("method"), event.get("params", {})
        if name == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif name == "Runtime.consoleAPICalled":
            self.complaints.append("console." + what["type"])
        elif name == "Log.entryAdded":
            self.complaints.append(what["entry"]["text"])
        elif name == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])
        elif name == "Page.loadEventFired":
            self.loads += 1

    def call(self, method, **params):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    # ---- What a test does ----

    def open(self, path):
        loads = self.loads
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while self.loads == loads:
            self.note(self.receive())

    def screen(self, width, height, phone=False, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, mobile=phone,
                  deviceScaleFactor=2 if phone else 1)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def ask(self, script):
        """The value of a JavaScript expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(script + ": " + json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def key(self, key):
        code = KEY_CODES.get(key, ord(key.upper()[0]))
        named = {"key": key, "windowsVirtualKeyCode": code}
        if len(key) == 1 or key == "Enter":
            named["text"] = "\r" if key == "Enter" else key
        self.call("Input.dispatchKeyEvent", type="keyDown", **named)
        self.call("Input.dispatchKeyEvent", type="keyUp", **named)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1,
                      buttons=1 if kind == "mousePressed" else 0)

    def click_on(self, element, across=0.5):
        """Clicks on an element (a JavaScript expression), at that part of its width."""
        x, y = self.ask(f"(e => {{ e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect();"
                        f" return [b.left + b.width * {across}, b.top + b.height / 2]; }})({element})")
        self.click(x, y)

    def picture(self, path, whole=False):
        """What the screen shows, or the whole page."""
        options = {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            options = {"captureBeyondViewport": True, "clip": {**size, "scale": 1}}
        data = self.call("Page.captureScreenshot", format="png", **options)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def print(self, path):
        data = self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

