// SPDX-License-Identifier: BSL-1.0
// Browsers start no workers for pages that are files. Search needs one: there, a hidden frame stands in for it.
(function () {
  "use strict";
  if (location.protocol !== "file:") return;

  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      document.body.appendChild(frame);
      const inside = frame.contentWindow;
      this.inside = inside;
      this.frame = frame;
      inside.postMessage = (data) => this.say("message", data);
      const script = inside.document.createElement("script");
      script.src = new URL(address, location.href).href;
      script.onload = () => {
        const waiting = this.waiting;
        this.waiting = null;
        for (const data of waiting) this.tell(data);
      };
      script.onerror = () => this.say("error", undefined);
      inside.document.body.appendChild(script);
    }
    say(kind, data) {
      const event = new MessageEvent(kind, { data });
      if (typeof this["on" + kind] === "function") this["on" + kind](event);
      this.dispatchEvent(event);
    }
    tell(data) {
      this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data }));
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.tell(data);
    }
    terminate() {
      this.frame.remove();
    }
  };
})();
