# SPDX-License-Identifier: BSL-1.0
"""browser.py SITE [--each-kind | PAGE...]: what a reader of the site meets, in headless Chromium, from file://. Of all pages, of
one of each kind (PAGES_FOR_AXE), or of those named, such as index.html:

- Each page opens with its styles, says nothing on the console, loads only what the site has, and is as wide as a phone.
- axe-core finds nothing to object to on a page of each kind, as wide as a desk and as a phone, in light and in dark colours: contrast, texts for pictures, use by
  keyboard.
- The search finds first what the questions of questions.py are about.
- The button beside a block of code copies just this code.

A page that breaks these rules has to be found broken.
"""

import importlib.util
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import urllib.parse

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import pages
import questions
from checks import Checks

# axe-core takes two seconds for a page, and a minute for the longest.
PAGES_FOR_AXE = ("index.html", "start.html", "train.html", "needs.html", "errors_of_three_compilers.html", "views.html",
                 "reference/machine/probe.html", "reference/dispatch/queue.html", "reference/plan/index.html", "catalogue/index.html", "catalogue/t4.html", "catalogue/a100.html", "404.html",
                 "source/example/xpu/main.cpp.html", "source/example/xpu/index.html", "tutorial_cluster.html", "how_to_code.html",
                 "coming_from_cuda.html", "glossary.html")
PAGES_WITH_CODE_TO_COPY = ("README.md", "doc/start.md")
DESKTOP, PHONE = (1400, 900), (390, 800)

AXE = (pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js").read_text(encoding="utf-8")
# Two best practices that WCAG does not ask for: the theme calls the buttons of each block of code a <nav>, many of one name; the
# corner of a table whose rows have names is empty.
ALL_RULES = {"rules": {"landmark-unique": {"enabled": False}, "empty-table-header": {"enabled": False}}}
ONLY_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def script(name):
    """JavaScript that stands beside this file."""
    return pathlib.Path(__file__).with_name(name).read_text(encoding="utf-8")


class Browser:
    def __init__(self, profile):
        os.environ["no_proxy"] = "localhost,127.0.0.1"  # the driver is there
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
                         "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND", "--force-color-profile=srgb",
                         f"--user-data-dir={profile}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
        # A connection that is kept has the 120 seconds with which it was made.
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")), keep_alive=False)
        # Whoever does not answer is caught by the time limit of the tests; a busy machine is slow.
        self.driver.command_executor.client_config.timeout = 1200
        self.driver.set_script_timeout(1200)
        self.size(DESKTOP)

    def size(self, size):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False})

    def colours(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, file):
        self.driver.get(file.as_uri())

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def said(self):
        return [f"console: {entry['message']}" for entry in self.driver.get_log("browser")]

    def loaded(self):
        """The addresses of all that was asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return {event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"}

    def axe(self, options):
        return self.driver.execute_async_script(script("run_axe.js"), options)


def in_both_schemes(browser, where):
    """What axe-core objects to on the page that is open, at the width that it has."""
    wrong = []
    for scheme, rules, colours in (("default", ALL_RULES, ""), ("slate", ONLY_COLOURS, "in dark colours: ")):
        browser.run("document.body.setAttribute('data-md-color-scheme', arguments[0])", scheme)
        wrong += [f"{where}{colours}{each}" for each in browser.axe(rules)]
    return wrong


def objections(browser, file, folder, with_axe=True):
    """What is wrong with a page."""
    browser.open(file)
    wrong = browser.said()
    for address in browser.loaded():
        place = urllib.parse.urlsplit(address)
        inside = place.scheme == "file" and pathlib.Path(urllib.parse.unquote(place.path)).is_relative_to(folder)
        if not inside and place.scheme not in ("data", "blob", "about"):
            wrong.append(f"loaded from elsewhere: {address}")
    if browser.run("return getComputedStyle(document.querySelector('.md-header') || document.body).position") != "sticky":
        wrong.append("styles: the header has none")
    if with_axe:
        browser.run(script("stand_still.js"))
        browser.run(AXE)
        wrong += in_both_schemes(browser, "")
    browser.size(PHONE)
    if with_axe:
        wrong += in_both_schemes(browser, "on a phone: ")
    width = browser.run("return document.documentElement.scrollWidth")
    if width > PHONE[0]:
        wrong.append(f"width: {width} pixels where a phone has {PHONE[0]}")
    browser.size(DESKTOP)
    return wrong


def open_search(browser, folder):
    browser.open(folder / "index.html")
    browser.driver.find_element(By.CSS_SELECTOR, "input.md-search__input").click()


def first_found(browser, folder, words):
    """The addresses in the site that the search shows, the best first; behind a page the sections of it that fit best."""
    browser.run(script("ask.js"), words)
    WebDriverWait(browser.driver, 1200, 0.05).until(lambda driver: browser.run(
        "return document.querySelector('.md-search-result__item') || document.querySelector('.md-search-result__meta').textContent.includes('No matching')"))
    found = []
    for link in browser.driver.find_elements(By.CSS_SELECTOR, "a.md-search-result__link"):
        address = urllib.parse.urlsplit(link.get_attribute("href"))
        page = pathlib.Path(urllib.parse.unquote(address.path)).relative_to(folder)
        found.append(f"{page}#{urllib.parse.unquote(address.fragment)}".rstrip("#"))
    return found


def paste(field):
    field.clear()
    field.send_keys(Keys.CONTROL, "v")
    return field.get_attribute("value")


def copied(browser, file):
    """What the buttons of a page put on the clipboard."""
    browser.open(file)
    browser.run("const field = document.createElement('textarea'); field.id = 'pasted'; document.body.append(field);")
    field = browser.driver.find_element(By.ID, "pasted")
    for button in browser.driver.find_elements(By.CSS_SELECTOR, ".md-typeset pre button[data-md-type=copy], .md-clipboard"):
        if not browser.run("return arguments[0].closest('details:not([open])') === null", button):
            browser.run("arguments[0].closest('details').open = true", button)
        field.clear()
        field.send_keys("nothing", Keys.CONTROL, "ac")
        browser.run("arguments[0].click()", button)
        WebDriverWait(browser.driver, 1200).until(lambda _: paste(field) != "nothing")
        yield field.get_attribute("value").strip("\n")


def broken_page(browser, check):
    """The rules notice what they are there for."""
    folder = pathlib.Path(__file__).resolve().with_name("broken")
    wrong = "\n".join(objections(browser, folder / "broken.html", folder))
    for part in ("console: ", "undefined_function", "loaded from elsewhere: https://example.org/picture.png", "styles: ",
                 "color-contrast: ", "image-alt: ", "html-has-lang: ", "scrollable-region-focusable: ", "in dark colours: color-contrast",
                 "width: "):
        check.require(part in wrong, f"a broken page is found to be broken: {part}", wrong)


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    pages_named = PAGES_FOR_AXE if sys.argv[2:] == ["--each-kind"] else sys.argv[2:]
    files = [folder / page for page in pages_named] or sorted(folder.rglob("*.html"))
    check = Checks()
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        try:
            broken_page(browser, check)
            started = time.monotonic()
            for file in files:
                page = str(file.relative_to(folder))
                wrong = objections(browser, file, folder, page in PAGES_FOR_AXE)
                if wrong:
                    check.require(False, page, "\n".join(wrong))
            check.require(files, f"{len(files)} pages looked at in {time.monotonic() - started:.0f} s")
            missing = [page for page in PAGES_FOR_AXE if not (folder / page).is_file()]
            check.require(not missing, f"the pages of each kind are there: axe-core sees {len(PAGES_FOR_AXE)}", "\n".join(missing))
            open_search(browser, folder)
            for words, place in (questions.WORDS | questions.SENTENCES | questions.ERRORS).items():
                found = first_found(browser, folder, words)
                page, _, section = place.partition("#")
                check.require(found[:1] == [page] and (not section or found[1] == place), f"the search for {words} finds {place}",
                              "\n".join(found))
            check.require(not first_found(browser, folder, "zyzzyva"), "the search for a word that no page has finds nothing")
            for markdown in PAGES_WITH_CODE_TO_COPY:
                page = folder / dict((str(source.relative_to(pages.ROOT)), page) for source, page in pages.sources())[markdown]
                written = pages.code_in((pages.ROOT / markdown).read_text(encoding="utf-8"))
                on_clipboard = list(copied(browser, page))
                check.require(written and not pages.differing_code(on_clipboard, written),
                              f"the buttons of {page.name} copy {len(on_clipboard)} blocks, each as it is written",
                              "\n----\n".join(on_clipboard))
            for scheme, name in (("dark", "slate"), ("light", "default")):
                # As on the first visit. The theme stores what it shows when the colours change while a page is open.
                browser.run("localStorage.clear()")
                browser.driver.get("about:blank")
                browser.colours(scheme)
                browser.open(folder / "index.html")
                check.require(browser.run("return document.body.getAttribute('data-md-color-scheme')") == name,
                              f"who prefers {scheme} colours gets them")
        finally:
            browser.driver.quit()
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
