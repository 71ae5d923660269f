// Runs the module away from the page, which stays alive meanwhile.
import {unpackLzma} from './lzma';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  archon_alloc(size: number): number;
  archon_free(pointer: number): void;
  archon_call(request: number, length: number): number;
  archon_give_facts?(text: number, length: number): number;
}

// The module opens no file and says nothing: what it imports of a system is there, and does nothing. None of the agents that the
// page offers asks for the time.
function nothing(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => {
      if (name === 'proc_exit') throw new Error('the module gave up');
      return 8;  // EBADF of WASI
    };
  }
  return imports;
}

// What a worker is started with: a packed module, or one that another worker compiled; what it needs besides.
interface Start {
  bytes?: ArrayBuffer;
  module?: WebAssembly.Module;
  facts?: string;
}

function put(module: Exports, text: string): [number, number] {
  const bytes = new TextEncoder().encode(text), at = module.archon_alloc(bytes.length || 1);
  if (!at) throw new Error('there is not enough memory for so many decks');
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

async function load({bytes, module, facts}: Start): Promise<Exports> {
  const compiled = module ?? await WebAssembly.compile(unpackLzma(new Uint8Array(bytes!)));
  const exports = (await WebAssembly.instantiate(compiled, nothing(compiled))).exports as unknown as Exports;
  exports._initialize?.();
  if (facts && !exports.archon_give_facts!(...put(exports, facts))) throw new Error('the files of the page are of two versions: load it again');
  if (!module && facts) postMessage({module: compiled});
  return exports;
}

function call(module: Exports, request: string): string {
  const [at, length] = put(module, request), where = module.archon_call(at, length);  // it may get the module more memory: another buffer
  const [address, size] = new Uint32Array(module.memory.buffer, where, 2);
  module.archon_free(at);
  return new TextDecoder().decode(new Uint8Array(module.memory.buffer, address, size));
}

let loaded: (exports: Promise<Exports>) => void;
const ready = new Promise<Exports>(resolve => loaded = resolve);

self.onmessage = async ({data}) => {
  try {
    if (data.start) {
      const loading = load(data.start);
      loaded(loading);
      await loading;
    } else {
      postMessage({id: data.id, answer: call(await ready, data.request)});
    }
  } catch (error) {
    postMessage({failed: error instanceof Error ? error.message : String(error)});
  }
};
