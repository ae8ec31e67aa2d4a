import type { Random } from '../random.ts'

/** Hostile values. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\ufeff',
  "' or 1=1 --",
  '"; drop table doc_posts; --',
  '../../../../etc/passwd',
  '%00',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'a@b@c',
  '-0',
  '1e400',
  '9999-99-99',
  '+275760-09-13T00:00:00.001Z',
  'Ａ'.repeat(300),
  'x'.repeat(70_000),
  '\n\r\n\tSet-Cookie: a=b',
  '😀'.repeat(50),
  'İıſẞ',
]
const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  Number.MIN_VALUE,
  2 ** 31,
  2 ** 63,
]
const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { '': '' },
  { constructor: { prototype: 1 } },
  { relationTo: 'users', value: 'x' },
  { increment: 1e308 },
  { append: [] },
]

export function hostileText(random: Random): string {
  return random.pick(TEXTS)
}

/** Any JSON value, sometimes deeply nested. */
export function hostileValue(random: Random, depth = 0): unknown {
  const die = random.next()
  if (die < 0.35) return hostileText(random)
  if (die < 0.55) return random.pick(NUMBERS)
  if (die < 0.75 || depth > 4) return random.pick(OTHERS)
  if (die < 0.8) return nested(random.below(2) === 0 ? 20 : 2000)
  if (die < 0.9) return Array.from({ length: random.below(4) }, () => hostileValue(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length: 1 + random.below(3) }, () => [
      hostileText(random).slice(0, 40),
      hostileValue(random, depth + 1),
    ]),
  )
}

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { and: value }
  return value
}

/** Bytes that claim to be JSON. */
export function hostileBytes(random: Random): Buffer {
  return random.pick([
    () => Buffer.from('{"title":"a","title":"b"}'),
    () => Buffer.from('{"__proto__":{"role":"admin"}}'),
    () => Buffer.from('{"title":1e999}'),
    () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    () => Buffer.from('['.repeat(5000)),
    () => Buffer.from(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`),
    () => Buffer.from('{"title":"\\ud800"}'),
    () => Buffer.from('\ufeff{}'),
    () => Buffer.from('{} {}'),
    () => Buffer.from(''),
    () => Buffer.from('null'),
    () => Buffer.from('"text"'),
    () => Buffer.alloc(200_000, 0x20),
  ])()
}
