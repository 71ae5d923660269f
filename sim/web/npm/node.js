// For node: the modules lie beside this file.
import {readFile} from "node:fs/promises";
import {archon} from "./module.js";

const bytes = (name) => readFile(new URL(name, import.meta.url));

export const load = async () => archon(await bytes("rater.wasm"), await bytes("archon.wasm"));
