// The scripts of sim/report/assets that the page shares with the pages of the command line; make_page.py puts them together as a
// module of this name.
type Child = Node | string | number | false | null | undefined | Child[];
type Attributes = Record<string, string | number | boolean | null | undefined> | null;

declare module 'report_assets' {
  export function el<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes?: Attributes, ...children: Child[]): HTMLElementTagNameMap[Tag];
  export function link(url: string, ...text: Child[]): HTMLElement;
  export const known: (value: unknown) => boolean;
  export const count: (value: number) => string;
  export const signed: (value: number, digits: number) => string;
  export const percent: (share: number | null, digits?: number) => string;
  export const range: (low: number, high: number, digits: number, scale?: number) => string;
  export function tile(label: string, names: string[] | null, value: Child, detail: Child): HTMLElement;
  export function tiles(list: HTMLElement[]): HTMLElement;
  export function glossary(words: Record<string, string>): HTMLElement;
  export function addTableTools(part: HTMLElement): void;
  export function copy(text: string): Promise<boolean>;

  // A card is [name, house, type, rarity, icons, marks, problem, value, low, high].
  export type CardRow = [string, string, string, string, string[], string[], string | null, number | null, number | null, number | null];
  export function cardSection(name: string, deck: {cards: [number, number][]; beside: string[]}, cards: CardRow[], cardValues: string): HTMLElement;

  // A table as documents have it (sim/report/README.md): an interval has two places more in a row.
  export interface Column {
    name: string;
    head: string;
    unit: 'text' | 'count' | 'share' | 'number' | 'elo';
    digits?: number;
    what: string;
    interval?: boolean;
  }
  export type Value = string | number | null;
  export function documentTable(table: {name: string; heading: string; columns: Column[]; rows: Value[][]; ends: number; mattering: null}): Child;
}

// heat_map.js of them, for what measures.
declare module 'heat_map' {
  interface HeatCell { shade: string; text: string; told?: boolean; title?: string }
  export const FIRST_CELL: number;
  export const winCell: (rate: number | null | undefined) => HeatCell;
  export function heatTable(of: {id: string; caption: string; corner: string; columns: string[]; rows: {head: Child; mean?: string}[];
    cell: (row: number, column: number) => HeatCell | false}): HTMLTableElement;
  export const heatCell: (event: Event) => HTMLTableCellElement | null;
  export const heatPlace: (cell: HTMLElement) => number[];
  export function walkCells(table: HTMLTableElement): void;
}

// Filled in by make_page.py: what words mean (sim/CONCEPTS.md), the text of the worker, the version.
declare const ARCHON_WORDS: Record<string, string>;
declare const ARCHON_WORKER: string;
declare const ARCHON_VERSION: string;
declare const ARCHON_MEASURE_STYLE: string;
