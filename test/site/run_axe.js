// SPDX-License-Identifier: BSL-1.0
// Selenium calls it with the options of axe-core, and with a function that takes what axe-core objects to.
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"], preload: false, ...arguments[0]}).then(
  found => done(found.violations.map(rule => rule.id + ": " + rule.help + ": " +
    rule.nodes.map(node => node.target.join(" ") + " " + node.failureSummary.replace(/\s+/g, " ")).slice(0, 3).join("; "))),
  error => done(["axe-core failed: " + error]));
