// SPDX-License-Identifier: BSL-1.0
// Fills in the filters of the catalogue's table. Returns the names in the rows that are left, what is counted, and whether the form shows.
const form = document.getElementById("catalogue-filter");
for (const field of ["name", "vendor", "kind", "memory", "capability"]) form.elements[field].value = arguments[0][field] || "";
form.dispatchEvent(new Event("input"));
return [[...document.querySelectorAll("#catalogue tbody tr")].filter(row => row.offsetParent !== null).map(row => row.dataset.name),
        form.elements.count.value, form.offsetParent !== null];
