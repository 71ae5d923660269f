// The rater in its worker: requests and their answers (sim/web/rater.h).
import {About, Builds, Cards, Read} from './answers';
import {Client, client, moduleBytes} from './client';

let rater: Client | null = null;

function ask<Answer>(request: object): Promise<Answer> {
  rater ??= client(moduleBytes('module', 'rater.bin').then(bytes => ({bytes})));
  return rater.ask<Answer>(request);
}

export const rate = (text: string, name: string) => ask<Read>({do: 'rate', text, name});
export const decode = (link: string) => ask<Read>({do: 'decode', link});
export const encode = async (decks: string[]) => (await ask<{code: string}>({do: 'encode', decks})).code;
export const cards = (deck: string) => ask<Cards>({do: 'deck', decks: [deck]});
export const build = (decks: string[], format: string, most: number) => ask<Builds>({do: 'build', decks, format, most});
export const about = () => ask<About>({do: 'about'});
export const strengths = async (decks: string[]) => (await ask<{strengths: number[]}>({do: 'strengths', decks})).strengths;
export const facts = async () => (await ask<{facts: string}>({do: 'facts'})).facts;
