// The rater in its worker: requests and their answers (sim/web/rater.h).
import {About, Builds, Cards, Read} from './answers';

// The module's bytes: in this file, or beside it. Packed, so that it is small on any host.
async function moduleBytes(): Promise<ArrayBuffer> {
  const inside = document.getElementById('module')?.textContent;
  if (inside) return Uint8Array.from(atob(inside.trim()), c => c.charCodeAt(0)).buffer;
  const answer = await fetch('rater.bin');
  if (!answer.ok) throw new Error(`rater.bin can't be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

const waiting = new Map<number, {done: (answer: unknown) => void; failed: (error: Error) => void}>();
let worker: Worker | null = null, requests = 0;

function start(): Worker {
  const address = URL.createObjectURL(new Blob([ARCHON_WORKER], {type: 'text/javascript'}));
  const started = new Worker(address);
  const fail = (text: string) => {
    for (const {failed} of waiting.values()) failed(new Error(text));
    waiting.clear();
  };
  started.onmessage = ({data}) => {
    if (data.failed) return fail(data.failed);
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    const answer = JSON.parse(data.answer);
    if (answer.error) asked?.failed(new Error(answer.error));
    else asked?.done(answer);
  };
  started.onerror = event => fail(event.message || 'the rater could not be started');
  moduleBytes().then(bytes => started.postMessage({bytes}, [bytes]), error => fail(error.message));
  return started;
}

function ask<Answer>(request: object): Promise<Answer> {
  worker ??= start();
  const id = ++requests;
  return new Promise((done, failed) => {
    waiting.set(id, {done: answer => done(answer as Answer), failed});
    worker!.postMessage({id, request: JSON.stringify(request)});
  });
}

export const rate = (text: string, name: string) => ask<Read>({do: 'rate', text, name});
export const decode = (link: string) => ask<Read>({do: 'decode', link});
export const encode = async (decks: string[]) => (await ask<{code: string}>({do: 'encode', decks})).code;
export const cards = (deck: string) => ask<Cards>({do: 'deck', decks: [deck]});
export const build = (decks: string[], format: string, most: number) => ask<Builds>({do: 'build', decks, format, most});
export const about = () => ask<About>({do: 'about'});
