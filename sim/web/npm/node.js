// For node: the modules lie beside this file.
import {readFile} from "node:fs/promises";
import {offers} from "./module.js";

const bytes = (name) => readFile(new URL(name, import.meta.url));

export const {load, loadSessions} = offers(bytes);
