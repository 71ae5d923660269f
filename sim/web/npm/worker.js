// A worker that answers {id, module: "rater" or "player", request} by {id, answer}, or {id, error}:
//   new Worker(new URL("archon-keyforge/worker.js", import.meta.url), {type: "module"})
import {load} from "./browser.js";

const loaded = load();

self.onmessage = async ({data: {id, module, request}}) => {
  try {
    postMessage({id, answer: (await loaded)[module](request)});
  } catch (error) {
    postMessage({id, error: String(error.message ?? error)});
  }
};
