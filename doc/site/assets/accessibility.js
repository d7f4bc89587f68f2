// SPDX-License-Identifier: BSL-1.0
// For readers without a mouse or a screen: code and tables that are wider than their column take the focus, so that the arrow
// keys scroll them; the search has a name.
(function () {
  "use strict";
  function update() {
    for (const box of document.querySelectorAll(".md-typeset pre > code, .md-typeset__scrollwrap")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }
  document.querySelector(".md-search").setAttribute("aria-label", "Search");
  addEventListener("load", () => new ResizeObserver(update).observe(document.body));
  document.addEventListener("toggle", update, true); // what a <details> hid has no width
})();
