// SPDX-License-Identifier: BSL-1.0
// Filters the table of all devices and partitions. Without this script the table is whole.
(() => {
  const form = document.getElementById("catalogue-filter");
  const rows = [...document.querySelectorAll("#catalogue tbody tr")];
  const wanted = form.elements;

  // 8.0 before 10.0.
  const capability = (text) => {
    const [major, minor] = text.split(".").map(Number);
    return 100 * major + minor;
  };

  const shows = (row) => {
    const { name, vendor, kind, memory, capability: has } = row.dataset;
    const words = wanted.name.value.toLowerCase().split(/\s+/);
    return words.every((word) => name.toLowerCase().includes(word)) &&
      (wanted.vendor.value === "" || vendor === wanted.vendor.value) &&
      (wanted.kind.value === "" || kind === wanted.kind.value) &&
      (wanted.memory.value === "" || (memory !== "" && Number(memory) >= 1e9 * Number(wanted.memory.value))) &&
      (wanted.capability.value === "" || (has !== "" && capability(has) >= capability(wanted.capability.value)));
  };

  const filter = () => {
    let shown = 0;
    for (const row of rows) {
      row.hidden = !shows(row);
      if (!row.hidden) ++shown;
    }
    wanted.count.value = `${shown} of ${rows.length}`;
  };

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();  // the browser may have kept what was typed before
})();
