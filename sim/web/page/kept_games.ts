// The last run and its batches, kept in this browser (IndexedDB), so that it goes on after the page was closed.
import {promised} from './from_page';
import type {Batch, Run} from './games';

const NAME = 'archon-games', RUNS = 'runs', BATCHES = 'batches', LAST = 'last';

async function transaction(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(RUNS);
    request.result.createObjectStore(BATCHES, {keyPath: ['pair', 'first']});
  };
  return (await promised(request)).transaction([RUNS, BATCHES], mode);
}

export async function keptRun(): Promise<{run: Run; batches: Batch[]} | null> {
  const of = await transaction('readonly'), run = await promised(of.objectStore(RUNS).get(LAST)) as Run | undefined;
  return run ? {run, batches: await promised(of.objectStore(BATCHES).getAll())} : null;
}
export async function keepRun(run: Run): Promise<void> {
  const of = await transaction('readwrite');
  await Promise.all([promised(of.objectStore(BATCHES).clear()), promised(of.objectStore(RUNS).put(run, LAST))]);
}
export async function keepBatches(run: Run, batches: Batch[]): Promise<void> {
  const of = await transaction('readwrite'), kept = await promised(of.objectStore(RUNS).get(LAST)) as Run | undefined;
  if (kept?.id === run.id) await Promise.all(batches.map(batch => promised(of.objectStore(BATCHES).put(batch))));
}
