// SPDX-License-Identifier: BSL-1.0
// The theme's search puts sections first that have one of the words often. That is right for a few words. Whoever types or pastes a
// sentence looks for the section that has most of its words, best in its heading, and for an error in the list of errors.
(function () {
  "use strict";
  const QUERY = 2, RESULT = 3; // the theme's kinds of messages
  const SENTENCE = 5; // words, at least
  // What compilers write around the library's sentence.
  const AROUND = /^.*?\bwords<\d+>\{|^.*(?:\berror: |static assertion failed(?: with|:))|words<\d+>\{|["\\{}]/gs;
  // Every section has these.
  const EMPTY = new Set(("a an and are as at be by can do does for from has have how i if in is it my of on or that the there these " +
    "this to what when where which why with").split(" "));

  const words_in = (text) => text.split(/\s+/).filter((word) => word && !EMPTY.has(word.toLowerCase()));
  const marked = (title) =>
    new Set(words_in([...title.toLowerCase().matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(([, text]) => text).join(" "))).size;

  const Theirs = window.Worker;
  window.Worker = class extends Theirs {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data: message }) => {
        if (message.type !== RESULT || !this.is_sentence) return;
        for (const page of message.data.items) page.sort(this.better);
        message.data.items.sort(([a], [b]) => this.better(a, b));
      });
      this.better = (a, b) => this.likeness(b) - this.likeness(a) || b.score - a.score;
    }

    postMessage(message) {
      if (message.type !== QUERY) return super.postMessage(message);
      const words = words_in(message.data.replace(AROUND, " "));
      this.is_sentence = message.data.trim().split(/\s+/).length >= SENTENCE && words.length > 0;
      this.is_error = /\berror: |static assertion failed|\bwords<\d+>\{/.test(message.data);
      super.postMessage(this.is_sentence ? { ...message, data: words.join(" ") } : message);
    }

    likeness(found) {
      const words = Object.values(found.terms);
      const there = words.filter(Boolean).length + marked(found.title);
      return words.length ? there / words.length + (this.is_error && /\berrors\.html/.test(found.location)) : 0;
    }
  };
})();
