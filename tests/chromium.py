"""Headless Chromium for tests of pages: speaks WebDriver to chromedriver (Debian: chromium-driver) by plain HTTP; needs no network."""
import base64
import contextlib
import json
import pathlib
import re
import subprocess
import urllib.request

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--window-size=1280,900"]
ENTER, TAB, ARROW_RIGHT, ARROW_DOWN, ESCAPE = "\ue007", "\ue004", "\ue014", "\ue015", "\ue00c"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """A session of chromedriver."""

    def __init__(self, folder):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                port = found.group(1)
                break
        if port is None:
            raise RuntimeError("chromedriver did not start")
        self.base = f"http://127.0.0.1:{port}"
        options = {"args": FLAGS + [f"--user-data-dir={folder}"]}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.base += "/session/" + self.call("POST", "/session", {"capabilities": capabilities})["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def close(self):
        with contextlib.suppress(OSError):
            self.call("DELETE", "")
        self.driver.terminate()
        self.driver.wait()

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *values):
        """The value of a script in the page."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(values)})

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def click(self, selector):
        element = self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.call("POST", f"/element/{element}/click", {})

    def type(self, selector, text):
        element = self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.call("POST", f"/element/{element}/value", {"text": text})

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def log(self):
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def width(self, pixels, height=900, mobile=False):
        self.devtools("Emulation.setDeviceMetricsOverride", width=pixels, height=height, deviceScaleFactor=1, mobile=mobile)

    def media(self, media="", dark=False):
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.devtools("Emulation.setEmulatedMedia", media=media, features=scheme)

    def picture(self, path, whole=True):
        data = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def overlapping(self):
        """Pairs of texts that print on top of each other, of those that a reader sees."""
        return self.run("""
            const boxes = [], walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
            for (let node; (node = walker.nextNode());) {
              if (!node.data.trim() || !node.parentElement.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
              if (node.parentElement.closest('caption, .scroll, .log, svg')) continue;
              const range = document.createRange();
              range.selectNodeContents(node);
              for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) boxes.push([node, box]);
            }
            boxes.sort((x, y) => x[1].top - y[1].top);
            const found = [];
            boxes.forEach(([node, box], i) => {
              for (let j = i + 1; j < boxes.length && boxes[j][1].top < box.bottom - 3; ++j) {
                const [other, its] = boxes[j];
                if (other !== node && Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1 && Math.min(box.bottom, its.bottom) - its.top > 3)
                  found.push(node.data.trim() + ' / ' + other.data.trim());
              }
            });
            return found;""")
