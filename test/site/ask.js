// SPDX-License-Identifier: BSL-1.0
// Forgets what the search shows, and pastes a question into it.
document.querySelector(".md-search-result__list").replaceChildren();
document.querySelector(".md-search-result__meta").textContent = "";
const field = document.querySelector("input.md-search__input");
field.value = arguments[0];
field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
