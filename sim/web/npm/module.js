// Loads a module for WebAssembly (sim/web/module) and asks it: in node, in browsers and in their workers.

// What of WASI a module imports: it writes to standard error before it gives up, and asks for the time where an agent has a limit
// of it.
function wasi(memory) {
  return {
    fd_write(file, list, count, written) {
      const view = new DataView(memory().buffer), said = [];
      let bytes = 0;
      for (let i = 0; i < count; ++i) {
        const at = view.getUint32(list + 8 * i, true), size = view.getUint32(list + 8 * i + 4, true);
        said.push(new TextDecoder().decode(new Uint8Array(memory().buffer, at, size)));
        bytes += size;
      }
      console.error(said.join(""));
      view.setUint32(written, bytes, true);
      return 0;
    },
    fd_seek: () => 70,  // ESPIPE
    fd_close: () => 0,
    clock_time_get(clock, precision, at) {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
  };
}

// Of bytes of a module, or of a compiled one, a function that takes a request, an object, and returns the answer of the module.
// `facts`: the text that a module is given which has none of its own.
export async function instantiate(module, facts = "") {
  let exports;
  const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
  exports = (await WebAssembly.instantiate(compiled, {wasi_snapshot_preview1: wasi(() => exports.memory)})).exports;
  exports._initialize();
  const put = (text) => {
    const bytes = new TextEncoder().encode(text), at = exports.archon_alloc(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes];
  };
  if (facts) {
    const [at, bytes] = put(facts), taken = exports.archon_give_facts(at, bytes.length);
    exports.archon_free(at);
    if (!taken) throw new Error("the module was built with other facts of cards");
  }
  return (request) => {
    const [at, bytes] = put(JSON.stringify(request));
    const found = exports.archon_call(at, bytes.length);  // the memory may have grown: only now is it looked at
    const where = new Uint32Array(exports.memory.buffer, found, 2);
    const answer = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, where[0], where[1]));
    exports.archon_free(at);
    return JSON.parse(answer);
  };
}

// What a package offers; `bytes` loads a module by its name.
export function offers(bytes) {
  const rated = async () => {
    const rater = await instantiate(await bytes("rater.wasm"));
    return {rater, facts: rater({do: "facts"}).facts};
  };
  return {
    // Both modules: {rater, player}, a function each.
    async load() {
      const {rater, facts} = await rated();
      return {rater, player: await instantiate(await bytes("archon.wasm"), facts)};
    },
    // A function that opens a session: each has an instance, and so a game, of its own.
    async loadSessions() {
      const {facts} = await rated(), compiled = await WebAssembly.compile(await bytes("game.wasm"));
      return () => instantiate(compiled, facts);
    },
  };
}
