// A module in a worker, asked by requests of JSON.
export interface Client {
  ask<Answer>(request: object): Promise<Answer>;
  compiled: Promise<WebAssembly.Module>;  // for other workers
  end(): void;
}

interface Waiting {
  done(answer: unknown): void;
  failed(error: Error): void;
}

export type Started = {bytes: ArrayBuffer; facts?: string} | {module: WebAssembly.Module; facts: string};

export function client(started: Promise<Started>): Client {
  const address = URL.createObjectURL(new Blob([ARCHON_WORKER], {type: 'text/javascript'})), worker = new Worker(address);
  const waiting = new Map<number, Waiting>();
  let requests = 0, broken = '', compiled: (module: WebAssembly.Module) => void;
  const fail = (text: string) => {
    broken = text;
    for (const {failed} of waiting.values()) failed(new Error(text));
    waiting.clear();
  };
  worker.onmessage = ({data}) => {
    if (data.module) return compiled(data.module);
    if (data.failed) return fail(data.failed);
    const asked = waiting.get(data.id), answer = JSON.parse(data.answer), wrong = answer.error ?? answer.problems?.[0];
    waiting.delete(data.id);
    if (typeof wrong === 'string') asked?.failed(new Error(wrong));
    else asked?.done(answer);
  };
  worker.onerror = event => fail(event.message || 'the module could not be started');
  started.then(start => worker.postMessage({start}), error => fail(error.message));
  return {
    ask: <Answer>(request: object) => new Promise<Answer>((done, failed) => {
      if (broken) return failed(new Error(broken));
      const id = ++requests;
      waiting.set(id, {done: answer => done(answer as Answer), failed});
      worker.postMessage({id, request: JSON.stringify(request)});
    }),
    compiled: new Promise(resolve => compiled = resolve),
    end: () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}

// The bytes of a module: in this file, or beside it. Packed, so that they are small on any host.
export async function moduleBytes(element: string, file: string): Promise<ArrayBuffer> {
  const inside = document.getElementById(element)?.textContent;
  if (inside) return Uint8Array.from(atob(inside.trim()), c => c.charCodeAt(0)).buffer;
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} can't be loaded (${answer.status})`);
  return answer.arrayBuffer();
}
