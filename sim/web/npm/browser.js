// For browsers and their bundlers: the modules are fetched from beside this file.
import {offers} from "./module.js";

async function bytes(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} can't be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

export const {load, loadSessions} = offers(bytes);
