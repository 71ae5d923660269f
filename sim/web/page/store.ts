// The collection, kept in this browser (IndexedDB): deck files with where they came from.
import {Deck} from './answers';

export interface Kept {
  hash: string;
  text: string;
  file: string;
}

const NAME = 'archon', STORE = 'decks';

export function promised<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, {keyPath: 'hash'});
  return (await promised(request)).transaction(STORE, mode).objectStore(STORE);
}

export async function kept(): Promise<Kept[]> {
  return promised((await store('readonly')).getAll());
}
export async function keep(decks: (Deck & {file: string})[]): Promise<void> {
  const to = await store('readwrite');
  await Promise.all(decks.map(({hash, text, file}) => promised(to.put({hash, text, file}))));
}
export async function forget(hash: string): Promise<void> {
  await promised((await store('readwrite')).delete(hash));
}
export async function forgetAll(): Promise<void> {
  await promised((await store('readwrite')).clear());
}
