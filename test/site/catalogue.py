# SPDX-License-Identifier: BSL-1.0
"""catalogue.py SITE: the site's catalogue is that of the program allotype.

- Each device has a page and each partition a section there; the facts, the sources and what each system is asked are those that the
  program prints, no more and no less.
- A device that can be laid out has drawings of its layouts, with a text for who cannot see them.
- The table of all has a row for each, with the values that its filters compare; in Chromium the filters leave the right rows, and
  without JavaScript there are no filters and all rows.

A page that lacks a fact, a section or a row has to be found incomplete.
"""

import concurrent.futures
import copy
import os
import pathlib
import sys
import tempfile

import lxml.html

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "doc/site")]
from catalogue_pages import Refused, answer, in_print, page_of, said, section_of  # noqa: E402
from browser import Browser, script  # noqa: E402
from checks import Checks  # noqa: E402


def parsed(file):
    return lxml.html.parse(str(file), lxml.html.HTMLParser(encoding="utf-8")).getroot()


def part_of_page(page, anchor):
    """The elements from a heading to the next."""
    [heading] = page.xpath("//*[@id=$name]", name=anchor) or [None]
    if heading is None:
        return None
    part = lxml.html.Element("div")
    for each in heading.itersiblings():
        if each.tag in ("h1", "h2"):
            break
        part.append(copy.deepcopy(each))
    return part


def cells(part, kind):
    return [[cell.text_content() for cell in row.xpath("./td")] for row in part.xpath(f".//div[@class='{kind}']//tbody/tr")]


def differences(part, words, parts):
    """What is otherwise in the part of a page than the program prints."""
    if part is None:
        return ["has no section"]
    wrong = []
    shown = answer("show", *words)
    facts = dict(cells(part, "facts"))
    for label, value in shown["facts"].items():
        if facts.pop(label, None) != value:
            wrong.append(f"{label} is not {value}")
    known = {"placements (start:size in memory slices)": shown.get("placements"), "part of": shown.get("part_of"),
             "status of the mode": shown.get("status_of_the_mode"), "use": "requests only" if shown["requests_only"] else None}
    wrong += [f"{label} is {value}, which is no fact of it" for label, value in facts.items() if known.get(label) != value]
    wrong += [f"{label} is missing" for label, value in known.items() if value and label not in facts]
    text = part.text_content()
    wrong += [f"the source {source} is missing" for source in shown["sources"].values() if source and source not in text]
    asked = {system: value for row in cells(parts, "requests") for system in row[0].split(", ") for value in row[1:]}
    for each in answer("request", "all", *words):
        expected = each["refused"] if "refused" in each else in_print(each["part"])
        if asked.pop(each["system"], None) != expected:
            wrong.append(f"{each['system']} is not asked for {expected}")
    try:
        flyte = in_print(answer("flyte", *words)["gpuAccelerator"])
    except Refused as reason:
        flyte = str(reason)
    if asked.pop("flyte", None) != flyte:
        wrong.append(f"flyte is not asked for {flyte}")
    return wrong + [f"{system} is no system" for system in asked]


def check_device(folder, device):
    """(how many accelerators the page has, what is wrong)."""
    file = folder / page_of(device).replace(".md", ".html")
    if not file.is_file():
        return 0, [f"{device} has no page"]
    page = parsed(file)
    wrong = [f"{device}: {each}" for each in
             differences(part_of_page(page, "facts"), [device], part_of_page(page, "what-each-system-is-asked"))]
    partitions = answer("list", device, "--names")
    for each in partitions:
        part = part_of_page(page, section_of(f"{device} {each}"))
        wrong += [f"{device} {each}: {what}" for what in differences(part, [device, each], part)]
    try:
        said("layouts", device)
    except Refused:
        return 1 + len(partitions), wrong
    pictures = page.xpath("//img[contains(@src, 'layouts/')]")
    linked = page.xpath("//a[contains(@href, 'layouts/')]/@href")
    for source in [*(each.get("src") for each in pictures), *linked]:
        if not (folder / source).is_file():
            wrong.append(f"{device}: {source} is missing")
    if not pictures or not linked or not all(each.get("alt") for each in pictures):
        wrong.append(f"{device}: its layouts are not drawn, or no text says what the drawing shows")
    return 1 + len(partitions), wrong


def check_table(folder, devices):
    """What is wrong with the table of all."""
    page = parsed(folder / "index.html")
    rows = {row.get("data-name"): row for row in page.xpath("//table[@id='catalogue']/tbody/tr")}
    wrong = []
    for device in devices:
        for each in [device, *(f"{device} {partition}" for partition in answer("list", device, "--names"))]:
            row = rows.pop(each, None)
            if row is None:
                wrong.append(f"{each} has no row")
                continue
            shown = answer("show", *each.split(" ", 1))
            expected = [each, shown["vendor"] or "", "device" if each == device else "partition", shown["facts"].get("memory", ""),
                        shown["facts"].get("compute capability", ""), shown["facts"].get("architecture", "")]
            if [cell.text_content() for cell in row.xpath("./td")] != expected:
                wrong.append(f"{each}: its row is not {expected}")
            if [row.get("data-vendor"), row.get("data-kind"), row.get("data-capability")] != [expected[1], expected[2], expected[4]]:
                wrong.append(f"{each}: is filtered by other values than it shows")
            if bool(expected[3]) != bool(row.get("data-memory")):
                wrong.append(f"{each}: is filtered by a memory that it does not show")
    return wrong + [f"{each} has a row, and is not in the catalogue" for each in rows]


def version(capability):
    return [int(part) for part in capability.split(".")]


def check_filters(check, folder):
    page = parsed(folder / "index.html")
    check.require(page.xpath("//form[@id='catalogue-filter' and @hidden]") and not page.xpath("//table[@id='catalogue']//tr[@hidden]"),
                  "without JavaScript there are no filters, and all rows")
    rows = [{name.removeprefix("data-"): value for name, value in row.attrib.items()} for row in page.xpath("//table[@id='catalogue']/tbody/tr")]
    cases = [{}, {"name": "2g.10gb"}, {"name": "h100 3g"}, {"vendor": "AMD", "kind": "device"}, {"kind": "partition", "memory": "100"},
             {"capability": "9.0", "kind": "device"}, {"name": "no such name"}]
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        try:
            browser.open(folder / "index.html")
            for case in cases:
                expected = [row["name"] for row in rows
                            if all(word in row["name"].lower() for word in case.get("name", "").split())
                            and case.get("vendor", row["vendor"]) == row["vendor"] and case.get("kind", row["kind"]) == row["kind"]
                            and ("memory" not in case or row["memory"] and int(row["memory"]) >= 1e9 * float(case["memory"]))
                            and ("capability" not in case or row["capability"] and version(row["capability"]) >= version(case["capability"]))]
                shown, count, visible = browser.run(script("filter.js"), case)
                check.require(shown == expected and count == f"{len(expected)} of {len(rows)}" and visible,
                              f"{case} leaves {len(expected)} rows", f"{count}: {shown}")
        finally:
            browser.driver.quit()


def incomplete(check, folder):
    """Pages that lack something are found."""
    page = parsed(folder / "a100.html")
    part = part_of_page(page, section_of("A100 2g.10gb"))
    check.require(not differences(part, ["A100", "2g.10gb"], part), "A100 2g.10gb is as the program has it")
    check.require(differences(part_of_page(page, "no-such-section"), ["A100", "2g.10gb"], None) == ["has no section"], "a missing section is found")
    for row, found in ((".//td[.='9856 MiB']/..", "memory is not 9856 MiB"), (".//tr[contains(., 'skypilot')]", "skypilot is not asked for")):
        lacking = copy.deepcopy(part)
        for each in lacking.xpath(row):
            each.getparent().remove(each)
        wrong = differences(lacking, ["A100", "2g.10gb"], lacking)
        check.require(any(found in each for each in wrong), f"a missing row is found: {found}", "\n".join(wrong))


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve() / "catalogue"
    check = Checks()
    incomplete(check, folder)
    devices = answer("list", "--names")
    count = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for accelerators, wrong in pool.map(lambda device: check_device(folder, device), devices):
            count += accelerators
            if wrong:
                check.require(False, wrong[0], "\n".join(wrong))
    check.require(devices, f"{len(devices)} devices with {count - len(devices)} partitions have what the program prints")
    files = {each.stem for each in folder.glob("*.html")} - {"index"}
    check.require(files == {device.lower() for device in devices}, "no page is of something else", str(files))
    wrong = check_table(folder, devices)
    check.require(not wrong, "the table has all", "\n".join(wrong))
    check_filters(check, folder)
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
