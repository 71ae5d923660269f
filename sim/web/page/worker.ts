// Runs the module away from the page, which stays alive meanwhile.
import {unpackLzma} from './lzma';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  archon_alloc(size: number): number;
  archon_free(pointer: number): void;
  archon_call(request: number, length: number): number;
}

// The module opens no file and says nothing: what it imports of a system is there, and does nothing.
function nothing(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => {
      if (name === 'proc_exit') throw new Error('the rater gave up');
      return 8;  // EBADF of WASI
    };
  }
  return imports;
}

async function load(bytes: ArrayBuffer): Promise<Exports> {
  const module = await WebAssembly.compile(unpackLzma(new Uint8Array(bytes)));
  const exports = (await WebAssembly.instantiate(module, nothing(module))).exports as unknown as Exports;
  exports._initialize?.();
  return exports;
}

function call(rater: Exports, request: string): string {
  const bytes = new TextEncoder().encode(request), at = rater.archon_alloc(bytes.length || 1);
  if (!at) throw new Error('there is not enough memory for so many decks');
  new Uint8Array(rater.memory.buffer, at, bytes.length).set(bytes);
  const where = rater.archon_call(at, bytes.length);  // it may get the module more memory: another buffer
  const [address, length] = new Uint32Array(rater.memory.buffer, where, 2);
  rater.archon_free(at);
  return new TextDecoder().decode(new Uint8Array(rater.memory.buffer, address, length));
}

let rater: Promise<Exports>, loaded: (exports: Promise<Exports>) => void;
const ready = new Promise<Promise<Exports>>(resolve => loaded = exports => resolve(exports));

self.onmessage = async ({data}) => {
  try {
    if (data.bytes) return loaded(rater = load(data.bytes));
    postMessage({id: data.id, answer: call(await (rater ?? ready), data.request)});
  } catch (error) {
    postMessage({failed: error instanceof Error ? error.message : String(error)});
  }
};
