"""Headless browsers for tests of pages, by WebDriver and without a network: Chromium through chromedriver (Debian: chromium-driver) by plain
HTTP, Firefox (Debian: firefox-esr) by Marionette, which is the same commands over a socket."""
import base64
import contextlib
import json
import pathlib
import re
import socket
import subprocess
import time
import urllib.request

ENTER, TAB, ARROW_RIGHT, ARROW_DOWN, ESCAPE = "\ue007", "\ue004", "\ue014", "\ue015", "\ue00c"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """What both can do. `command` carries one out, by its name in Marionette and by its place over HTTP."""

    def open(self, url):
        self.command("Navigate", "/url", url=url)

    def run(self, script, *values):
        """The value of a script in the page."""
        return self.command("ExecuteScript", "/execute/sync", script=script, args=list(values))

    def found(self, selector):
        return self.command("FindElement", "/element", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        element = self.found(selector)
        self.command("ElementClick", f"/element/{element}/click", id=element)

    def type(self, selector, text):
        element = self.found(selector)
        self.command("ElementSendKeys", f"/element/{element}/value", id=element, text=text)

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.command("PerformActions", "/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

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


class Chromium(Browser):
    FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--window-size=1280,900"]

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
        options = {"args": self.FLAGS + [f"--user-data-dir={folder}"]}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.base += "/session/" + self.call("POST", "/session", {"capabilities": capabilities})["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def command(self, _name, path, **parameters):
        return self.call("POST", path, parameters)

    def close(self):
        with contextlib.suppress(OSError):
            self.call("DELETE", "")
        self.driver.terminate()
        self.driver.wait()

    def devtools(self, command, **parameters):
        return self.command("", "/goog/cdp/execute", cmd=command, params=parameters)

    def log(self):
        """What came on the console since it was asked for last."""
        return [entry["message"] for entry in self.command("", "/se/log", type="browser")]

    def width(self, pixels, height=900, mobile=False):
        self.devtools("Emulation.setDeviceMetricsOverride", width=pixels, height=height, deviceScaleFactor=1, mobile=mobile)

    def media(self, media="", dark=False):
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.devtools("Emulation.setEmulatedMedia", media=media, features=scheme)

    def picture(self, path, whole=True):
        data = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def download_to(self, folder):
        self.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))


class Firefox(Browser):
    PREFERENCES = {"marionette.port": 0, "browser.download.folderList": 2, "browser.shell.checkDefaultBrowser": False,
                   "datareporting.policy.dataSubmissionEnabled": False, "app.update.disabledForTesting": True,
                   "browser.download.alwaysOpenPanel": False}

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True)
        (folder / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.PREFERENCES.items()))
        self.process = subprocess.Popen(["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--profile", str(folder)],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = folder / "MarionetteActivePort"  # Firefox writes it there
        end = time.monotonic() + 120
        while not (port.exists() and port.read_text()):
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("Firefox did not start")
            time.sleep(0.1)
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=120)
        self.stream, self.number = self.socket.makefile("rb"), 0
        self.answer()
        self.command("NewSession")

    def answer(self):
        size = b""
        while not size.endswith(b":"):
            size += self.stream.read(1)
        return json.loads(self.stream.read(int(size[:-1])))

    def command(self, name, _path=None, **parameters):
        self.number += 1
        asked = json.dumps([0, self.number, name if ":" in name else "WebDriver:" + name, parameters]).encode()
        self.socket.sendall(str(len(asked)).encode() + b":" + asked)
        _, _, error, result = self.answer()
        if error:
            raise RuntimeError(f"{name}: {error['error']}: {error['message'][:300]}")
        return result.get("value") if isinstance(result, dict) else result

    def close(self):
        with contextlib.suppress(OSError, RuntimeError):
            self.command("Marionette:Quit", flags=["eForceQuit"])
        self.process.terminate()
        self.process.wait()

    def inside(self, script, *values):
        """The value of a script in the browser itself."""
        self.command("Marionette:SetContext", value="chrome")
        try:
            return self.run(script, *values)
        finally:
            self.command("Marionette:SetContext", value="content")

    def log(self):
        return self.inside("""const seen = Services.console.getMessageArray().filter(each => each instanceof Ci.nsIScriptError && /^(file|http|blob)/.test(each.sourceName));
            Services.console.reset();
            return seen.map(each => each.errorMessage + ' ' + each.sourceName).filter(each => !each.startsWith('document.execCommand'));""")  # nobody pressed a key

    def width(self, pixels, height=900, mobile=False):
        zoom = 2 if pixels < 500 else 1  # no window is as narrow
        self.inside("gBrowser.selectedBrowser.fullZoom = arguments[0]", zoom)
        self.command("SetWindowRect", width=zoom * pixels, height=zoom * height)
        inner = self.run("return [innerWidth, innerHeight]")
        self.command("SetWindowRect", width=zoom * (2 * pixels - inner[0]), height=zoom * (2 * height - inner[1]))

    def media(self, media="", dark=False):
        self.inside("Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0])", 0 if dark else 1)

    def picture(self, path, whole=True):
        pathlib.Path(path).write_bytes(base64.b64decode(self.command("TakeScreenshot", full=whole)))

    def download_to(self, folder):
        self.inside("Services.prefs.setStringPref('browser.download.dir', arguments[0])", str(folder))
