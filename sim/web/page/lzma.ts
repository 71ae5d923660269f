// Unpacks LZMA, as make_page.py packs the module: a sixth smaller than gzip. The form is that of the reference (LZMA SDK,
// lzma-specification.txt): 13 bytes of properties and size, then the bits, each by the probability that bits before it gave it.
const STATES = 12, POSITIONS = 16, LENGTHS = 4, ALIGN_BITS = 4, HALF = 1024, TOP = 1 << 24, SHIFT = 5, FIRST_LENGTH = 2;

const even = (size: number): Uint16Array => new Uint16Array(size).fill(HALF);

// Bits of the range coder.
class Bits {
  private at: number;
  private range = 0xffffffff;
  private code = 0;

  constructor(private readonly bytes: Uint8Array, from: number) {
    this.at = from + 1;  // the first byte is 0
    for (let i = 0; i < 4; ++i) this.code = (this.code << 8 | this.bytes[this.at++]) >>> 0;
  }

  private more(): void {
    if (this.range >= TOP) return;
    this.range = this.range << 8 >>> 0;
    this.code = (this.code << 8 | this.bytes[this.at++]) >>> 0;
  }
  bit(chances: Uint16Array, at: number): number {
    const bound = (this.range >>> 11) * chances[at], one = this.code >= bound;
    if (one) {
      chances[at] -= chances[at] >> SHIFT;
      this.code = this.code - bound >>> 0;
      this.range = this.range - bound >>> 0;
    } else {
      chances[at] += 2048 - chances[at] >> SHIFT;
      this.range = bound;
    }
    this.more();
    return one ? 1 : 0;
  }
  // Bits that are as likely as not.
  plain(count: number): number {
    let value = 0;
    for (; count > 0; --count) {
      this.range >>>= 1;
      const one = this.code >= this.range;
      if (one) this.code = this.code - this.range >>> 0;
      value = (value << 1 | (one ? 1 : 0)) >>> 0;
      this.more();
    }
    return value;
  }
  tree(chances: Uint16Array, from: number, count: number): number {
    let node = 1;
    for (let i = 0; i < count; ++i) node = node << 1 | this.bit(chances, from + node);
    return node - (1 << count);
  }
  reversed(chances: Uint16Array, from: number, count: number): number {
    let node = 1, value = 0;
    for (let i = 0; i < count; ++i) {
      const bit = this.bit(chances, from + node);
      node = node << 1 | bit;
      value |= bit << i;
    }
    return value;
  }
}

// How long a match is: from 0.
class Length {
  private readonly choice = even(2);
  private readonly low = even(POSITIONS << 3);
  private readonly middle = even(POSITIONS << 3);
  private readonly high = even(256);

  read(bits: Bits, position: number): number {
    if (!bits.bit(this.choice, 0)) return bits.tree(this.low, position << 3, 3);
    if (!bits.bit(this.choice, 1)) return 8 + bits.tree(this.middle, position << 3, 3);
    return 16 + bits.tree(this.high, 0, 8);
  }
}

export function unpackLzma(packed: Uint8Array): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset), size = view.getUint32(5, true), out = new Uint8Array(size);
  const lc = packed[0] % 9, lp = (packed[0] / 9 | 0) % 5, pb = packed[0] / 45 | 0, bits = new Bits(packed, 13);
  const literals = even(0x300 << lc + lp), isMatch = even(STATES * POSITIONS), isRep = even(STATES), isRep0 = even(STATES), isRep1 = even(STATES);
  const isRep2 = even(STATES), isLong = even(STATES * POSITIONS), slots = even(LENGTHS << 6), special = even(128), align = even(1 << ALIGN_BITS);
  const lengths = new Length(), repLengths = new Length(), back = [0, 0, 0, 0];
  let state = 0, at = 0;

  function literal(): void {
    const before = at ? out[at - 1] : 0, from = 0x300 * (((at & (1 << lp) - 1) << lc) + (before >> 8 - lc));
    let symbol = 1;
    if (state >= 7)
      for (let match = out[at - back[0] - 1], same = true; same && symbol < 0x100;) {
        const expected = match >> 7 & 1, bit = bits.bit(literals, from + (1 + expected << 8) + symbol);
        match <<= 1;
        symbol = symbol << 1 | bit;
        same = expected === bit;
      }
    while (symbol < 0x100) symbol = symbol << 1 | bits.bit(literals, from + symbol);
    out[at++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }
  function distance(length: number): number {
    const slot = bits.tree(slots, Math.min(length, LENGTHS - 1) << 6, 6), count = (slot >> 1) - 1;
    if (slot < 4) return slot;
    const base = (2 | slot & 1) << count >>> 0;
    if (slot < 14) return base + bits.reversed(special, base - slot, count);
    return base + bits.plain(count - ALIGN_BITS) * (1 << ALIGN_BITS) + bits.reversed(align, 0, ALIGN_BITS);
  }
  // Which of the last four distances is taken again; true for a single byte.
  function again(position: number): boolean {
    let which = 0;
    if (!bits.bit(isRep0, state)) {
      if (!bits.bit(isLong, state * POSITIONS + position)) return true;
    } else {
      which = !bits.bit(isRep1, state) ? 1 : !bits.bit(isRep2, state) ? 2 : 3;
    }
    back.unshift(...back.splice(which, 1));
    return false;
  }

  while (at < size) {
    const position = at & (1 << pb) - 1;
    if (!bits.bit(isMatch, state * POSITIONS + position)) {
      literal();
      continue;
    }
    let length = 1;
    if (bits.bit(isRep, state)) {
      if (again(position)) {
        state = state < 7 ? 9 : 11;
      } else {
        length = FIRST_LENGTH + repLengths.read(bits, position);
        state = state < 7 ? 8 : 11;
      }
    } else {
      const read = lengths.read(bits, position);
      state = state < 7 ? 7 : 10;
      back.pop();
      back.unshift(distance(read));
      length = FIRST_LENGTH + read;
    }
    if (back[0] >= at) throw new Error('the page is damaged: load it again');
    for (const end = Math.min(size, at + length); at < end; ++at) out[at] = out[at - back[0] - 1];
  }
  return out;
}
