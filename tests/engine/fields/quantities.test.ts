import { parseDuration, parseSize } from '@quirecms/core'
import { expect, test } from 'vitest'

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['10m', 600_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['1.5s', 1500],
  [250, 250],
  [0, 0],
])('the duration %j is %d ms', (given, milliseconds) => {
  expect(parseDuration(given)).toBe(milliseconds)
})

test.each([
  ['64kb', 65_536],
  ['1mb', 1_048_576],
  ['10mb', 10_485_760],
  ['1gb', 1_073_741_824],
  ['12b', 12],
  [1024, 1024],
])('the size %j is %d bytes', (given, bytes) => {
  expect(parseSize(given)).toBe(bytes)
})

test.each([
  '',
  '10',
  '10 m',
  'm',
  '-1s',
  '1e3s',
  '10M',
  '1y',
  '1mb',
  Number.NaN,
  -1,
  Number.POSITIVE_INFINITY,
  null,
  {},
])('%j is not a duration', (given) => {
  expect(() => parseDuration(given)).toThrow(/^must be a number of milliseconds or a text such as .*, not /)
})

test.each(['10s', '1 mb', '1mib', 'mb', `${'9'.repeat(15)}gb`, true, undefined])('%j is not a size', (given) => {
  expect(() => parseSize(given)).toThrow(/^must be a number of bytes or a text such as .*, not /)
})
