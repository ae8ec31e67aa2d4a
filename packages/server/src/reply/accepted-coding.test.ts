import { describe, expect, it } from 'vitest'
import { type Coding, readAcceptEncoding } from './compressor.ts'

describe('Accept-Encoding', () => {
  it.each<[string, Coding | undefined, boolean]>([
    ['', undefined, false],
    ['gzip', 'gzip', false],
    ['x-gzip', 'gzip', false],
    ['gzip, deflate, br, zstd', 'zstd', false],
    ['gzip, br', 'br', false],
    ['GZIP', 'gzip', false],
    ['br;q=0.1, gzip;q=1', 'br', false],
    ['br;q=0, gzip', 'gzip', false],
    ['br;q=0.000, gzip', 'gzip', false],
    ['*', 'zstd', false],
    ['*, zstd;q=0', 'br', false],
    ['*;q=0', undefined, true],
    ['*;q=0, gzip', 'gzip', true],
    ['*;q=0, identity', undefined, false],
    ['identity;q=0, gzip', 'gzip', true],
    ['identity', undefined, false],
    ['deflate', undefined, false],
    ['gzip ; q=1', 'gzip', false],
    ['gzip;q=2', undefined, false],
    ['gzip;level=5', undefined, false],
    [',,gzip,', 'gzip', false],
    [`gzip${','.repeat(600)}`, undefined, false],
  ])('%j: %s, plain refused: %s', (header, coding, refusesPlain) => {
    expect(readAcceptEncoding(header)).toEqual({ coding, refusesPlain })
    // The cached result must be equal.
    expect(readAcceptEncoding(header)).toEqual({ coding, refusesPlain })
  })
})
