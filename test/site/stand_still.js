// SPDX-License-Identifier: BSL-1.0
// Colours on their way from one to another would be measured.
const style = document.createElement("style");
style.textContent = "*, *::before, *::after { transition: none !important; animation: none !important; }";
document.head.append(style);
