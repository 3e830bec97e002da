"""A real browser, and what a page did in it."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from base64 import b64decode
from importlib.resources import files
from pathlib import Path

import pytest

# The first takes a quarter less time; /usr/bin has a script in its place that outlives it.
BROWSERS = "/usr/lib/chromium/chromium-headless-shell", "chromium"
WORLD = ("Network.requestWillBeSent", "Network.webSocketCreated")
QUIET = (
    "--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
AXE = "axe.run(arguments[0]).then((found) => arguments[1](found.violations))"
SCHEME = "prefers-color-scheme"
FONTS = {  # of systems that people use, and Debian's packages of them
    "DejaVu Sans": "fonts-dejavu-core",
    "Liberation Sans": "fonts-liberation",
    "Noto Sans": "fonts-noto-core",
    "Roboto": "fonts-roboto-unhinted",
}
DESKTOP, PHONE, SMALL = (1280, 900), (375, 667), (320, 568)
WIDE = 600  # from this width on it is not a phone


def in_font(text: str, font: str) -> str:
    """Return a page as it is where ``font`` is the font of the system."""
    listed = ["fc-list", "-q", font]
    if not shutil.which("fc-list") or subprocess.run(listed, check=False).returncode:
        pytest.skip(f"needs the font {font}: Debian's package {FONTS[font]}, and fontconfig")
    assert "system-ui, sans-serif" in text
    return text.replace("system-ui, sans-serif", f"'{font}'")


class Browser:
    """Chromium without a window, driven as a person would."""

    def __init__(self) -> None:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
        driver = shutil.which("chromedriver")
        if not (chromium and driver):
            pytest.skip("needs a browser: Debian's chromium-headless-shell and chromium-driver")
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in QUIET:
            options.add_argument(argument)
        saves = tempfile.mkdtemp(dir=os.environ.get("XDG_CACHE_HOME"))
        options.add_experimental_option("prefs", {"download.default_directory": saves})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(driver))
        self.tell("Animation.enable")
        self.tell("Animation.setPlaybackRate", playbackRate=10)

    def open(self, path: Path, size: tuple[int, int] = DESKTOP) -> None:
        self.visit(path.as_uri(), size)

    def visit(self, address: str, size: tuple[int, int] = DESKTOP) -> None:
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        self.resize(size)
        self.driver.get(address)

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        phone = width < WIDE
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        self.tell("Emulation.setDeviceMetricsOverride", **screen)
        self.tell("Emulation.setTouchEmulationEnabled", enabled=phone)

    def tell(self, what: str, **how):
        return self.driver.execute_cdp_cmd(what, how)

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector: str):
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str):
        return self.driver.find_element("css selector", selector)

    def texts(self, selector: str) -> list[str]:
        every = "[...document.querySelectorAll(arguments[0])]"
        return self.run(f"return {every}.map((e) => e.textContent.trim())", selector)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def point_at(self, element, *, click: bool = False) -> None:
        from selenium.webdriver import ActionChains

        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        chain = ActionChains(self.driver).move_to_element(element)
        (chain.click() if click else chain).perform()

    def tap(self, element) -> None:
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        box = self.run("return arguments[0].getBoundingClientRect().toJSON()", element)
        self.touch({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})

    def touch(self, spot: dict[str, float]) -> None:
        self.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[spot])
        self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def complaints(self) -> list[str]:
        """What the console said."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def fetched(self) -> list[str]:
        """What was asked for, of whatever kind and wherever."""
        events = [json.loads(e["message"])["message"] for e in self.driver.get_log("performance")]
        asked = [e["params"] for e in events if e["method"] in WORLD]
        return [one["request"]["url"] if "request" in one else one["url"] for one in asked]

    def barriers(self, *, colours: bool = False, contrast: bool = True) -> list[str]:
        """What axe-core finds that keeps people out: where each rule is broken, and in which light.

        Pages differ in the dark by their colours only, so that only contrast is checked again;
        with ``colours`` nothing else is checked, without ``contrast`` all else, once.
        """
        found, of_colours = [], {"runOnly": ["color-contrast"]}
        every = {} if contrast else {"rules": {"color-contrast": {"enabled": False}}}
        if not self.run("return 'axe' in window"):
            self.run(files("axe_core_python").joinpath("axe.min.js").read_text("utf-8"))
        lights = [("light", of_colours if colours else every), ("dark", of_colours)]
        for scheme, rules in lights[: 1 + contrast]:
            self.tell("Emulation.setEmulatedMedia", features=[{"name": SCHEME, "value": scheme}])
            found += [
                f"{scheme}: {each['id']}: {node['html']}"
                for each in self.driver.execute_async_script(AXE, rules)
                for node in each["nodes"]
            ]
        self.tell("Emulation.setEmulatedMedia", features=[])
        return found

    def sheets(self, inches: tuple[float, float]) -> int:
        """Print to PDF, on paper of so many inches; return the number of sheets."""
        width, height = inches
        pdf = self.tell("Page.printToPDF", paperWidth=width, paperHeight=height)["data"]
        return len(re.findall(rb"/Type\s*/Page\b", b64decode(pdf)))

    def printed(self, inches: tuple[float, float] = (8.27, 11.69)) -> list[str]:
        """Print to PDF, without backgrounds as people do; the text of each sheet."""
        from pypdfium2 import PdfDocument

        width, height = inches
        paper = {"paperWidth": width, "paperHeight": height, "preferCSSPageSize": True}
        sheets = PdfDocument(b64decode(self.tell("Page.printToPDF", **paper)["data"]))
        return [sheet.get_textpage().get_text_range() for sheet in sheets]

    def spoken(self) -> list[tuple[str, str]]:
        """What a screen reader is told: the role and the name of everything, in order."""
        nodes = self.tell("Accessibility.getFullAXTree")["nodes"]
        told = (node for node in nodes if not node["ignored"])
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in told]
