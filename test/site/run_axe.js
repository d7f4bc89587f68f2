// SPDX-License-Identifier: BSL-1.0
// Selenium calls it with the options of axe-core, and with a function that takes what axe-core objects to. It waits until
// the page has been drawn at its size, since the page's own scripts then look what can be scrolled.
const done = arguments[arguments.length - 1];
const options = {resultTypes: ["violations"], preload: false, ...arguments[0]};
const drawn = () => new Promise(next => requestAnimationFrame(next));
drawn().then(drawn).then(() => axe.run(document, options)).then(
  found => done(found.violations.map(rule => rule.id + ": " + rule.help + ": " +
    rule.nodes.map(node => node.target.join(" ") + " " + node.failureSummary.replace(/\s+/g, " ")).slice(0, 3).join("; "))),
  error => done(["axe-core failed: " + error]));
