// Search without a server: browsers start no worker from a file, so there its script runs in a frame that nobody sees.
// The theme knows such a frame by the name IFrameWorker.
if (location.protocol === "file:") {
  const load = (page, address) =>
    new Promise((loaded, failed) => {
      const script = page.createElement("script");
      Object.assign(script, { src: address, onload: loaded, onerror: failed });
      page.head.append(script);
    });

  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = Object.assign(document.createElement("iframe"), { hidden: true });
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inside.importScripts = async (...addresses) => {
        for (const each of addresses) await load(this.inside.document, each);
      };
      this.ready = load(this.inside.document, address);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
  window.Worker = window.IFrameWorker;
}
