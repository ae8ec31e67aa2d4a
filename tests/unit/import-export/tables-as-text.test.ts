import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, readCell, safeCell } from '../../../packages/features/src/transfers/csv-line.ts'
import { csvRows, EmptyLines } from '../../../packages/features/src/transfers/csv-rows.ts'
import { decodedText } from '../../../packages/features/src/transfers/decoded-text.ts'
import { inParts, PART } from '../../../packages/features/src/transfers/file-parts.ts'
import { jsonLineRows, jsonRows } from '../../../packages/features/src/transfers/json-rows.ts'

async function* pieces<Piece>(...all: readonly Piece[]): AsyncGenerator<Piece> {
  yield* all
}

async function collect<One>(all: AsyncIterable<One>): Promise<One[]> {
  const found: One[] = []
  for await (const one of all) found.push(one)
  return found
}

/** In pieces of some letters, so that everything is cut somewhere. */
function cut(text: string, length: number): AsyncGenerator<string> {
  const letters = Array.from(text)
  const count = Math.ceil(letters.length / length)
  return pieces(...Array.from({ length: count }, (_, at) => letters.slice(at * length, (at + 1) * length).join('')))
}

const cells = async (text: string, length = 7) => (await collect(csvRows(cut(text, length)))).map((row) => row.cells)

describe('cells that a spreadsheet would execute', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+cmd|x', "'+cmd|x"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['a;=1', "a;'=1"],
    ['a|@x\n-y', "a|'@x\n'-y"],
    ['a;""=1', `a;'""=1`],
    ["a\t'=1", "a\t''=1"],
  ])('%j becomes %j, and round-trips', (text, cell) => {
    expect(safeCell(text)).toBe(cell)
    expect(readCell(cell)).toBe(text)
  })

  test.each(['-5', '+4.5e3', "it's", "'quoted'", "'", 'a=b', ''])('%j stays unchanged', (text) => {
    expect(safeCell(text)).toBe(text)
    expect(readCell(text)).toBe(text)
  })

  test('nothing that is written starts with a formula, and everything round-trips', () => {
    const sign = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ';', '|', '"', '1', 'x', '＠')
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(sign, fc.string({ minLength: 1, maxLength: 1 })) }), (text) => {
        const cell = safeCell(text)
        expect(readCell(cell)).toBe(text)
        expect(/^[=@\t\r]|[;|\t\r\n]"*[=+\-@]/.test(cell)).toBe(false)
      }),
    )
  })
})

describe('a CSV table', () => {
  test('round-trips, however it is split', async () => {
    const text = fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', ' ', 'a', '=', "'", 'é', '😀') })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, length) => {
          const written = [['one', 'two'], ...rows].map(csvLine).join('')
          const expected = [['one', 'two'], ...rows].filter((row) => row.some((cell) => cell !== ''))
          expect(await cells(written, length)).toEqual(expected)
        },
      ),
    )
  })

  test.each([
    ['a;b\n1;"2,5"', ';'],
    ['a\tb\n1\t"2,5"', 'tab'],
    ['"x;y;z",b\n1,"2,5"', ','],
    ['sep=;\r\na;b\n1;"2,5"', 'what it says itself'],
  ])('%j is separated by %s', async (text) => {
    expect((await cells(text)).at(-1)).toEqual(['1', '2,5'])
  })

  test.each(['a,b\r\n1,2\n3,4\r5,6', 'a,b\r1,2\r\n3,4\n5,6\r\n'])('%j has all kinds of line ends', async (text) => {
    expect(await cells(text, 1)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })

  test('counts rows like a spreadsheet, including empty ones', async () => {
    const rows = await collect(csvRows(pieces('a,b\n', '\n1,"two\nlines"\n,\n3,4\n')))
    expect(rows.map(({ row }) => row)).toEqual([1, 3, 5])
  })

  test.each([
    ['a,b\n1,"never closed', 'Row 2: The quotation mark that opens here is never closed.'],
    ['a,b\n1,x"y"', 'Row 2: There is a quotation mark inside a cell.'],
    [`a,b\n${'x'.repeat(1_100_000)}`, 'Row 2: The row is longer than'],
    [','.repeat(5_000), 'Row 1: There are more than 1000 columns.'],
  ])('that is broken is reported with its position (%#)', async (text, message) => {
    await expect(cells(text, 65_536)).rejects.toMatchObject({
      code: 'validation',
      issues: [{ path: 'file', message: expect.stringContaining(message) }],
    })
  })

  test('of a hundred million characters without an end is refused after the first of them', async () => {
    let sent = 0
    async function* endless() {
      for (; sent < 1_000; sent += 1) yield 'x'.repeat(100_000)
    }
    await expect(collect(csvRows(endless()))).rejects.toMatchObject({ code: 'validation' })
    expect(sent).toBeLessThan(40)
  })
})

describe('JSON objects', () => {
  const list = '[ {"a": [1, {"b": "]}\\""}]}, {"a": 2},\n{"a": "\\\\"} ]\n'

  test.each([1, 2, 5, 100])('of a list are read one by one, in chunks of %i', async (length) => {
    const rows = await collect(jsonRows(cut(list, length)))
    expect(rows).toEqual([
      { row: 1, data: { a: [1, { b: ']}"' }] }, problem: null },
      { row: 2, data: { a: 2 }, problem: null },
      { row: 3, data: { a: '\\' }, problem: null },
    ])
  })

  test('may be one per line', async () => {
    const rows = await collect(jsonLineRows(cut('{"a":1}\r\n\n{"a":2}\nnonsense\n{"a":3}', 4)))
    expect(rows.map(({ row, data }) => [row, data])).toEqual([
      [1, { a: 1 }],
      [3, { a: 2 }],
      [4, null],
      [5, { a: 3 }],
    ])
    expect(rows[2]?.problem).toMatch(/^Expected/)
  })

  test('may not have reserved or duplicate keys', async () => {
    const rows = await collect(jsonRows(pieces('[{"__proto__":{"admin":true}},{"a":1,"a":2},[1],3]')))
    expect(rows.map(({ data }) => data)).toEqual([null, null, null, null])
    expect(rows[0]?.problem).toContain('__proto__')
  })

  test.each(['{"a":1}', 'a,b', '[{"a":1}', '[{"a":1}] []', ''])('%j is not a list', async (text) => {
    await expect(collect(jsonRows(cut(text, 3)))).rejects.toMatchObject({ code: 'validation' })
  })

  test.each([
    ['a list', jsonRows, (count: number) => `[${'!,'.repeat(count)}{}]`],
    ['lines', jsonLineRows, (count: number) => '!\n'.repeat(count)],
  ])('of %s yield to other work, whatever the number of invalid ones', async (_what, read, text) => {
    let isOver = false
    let isSeen = false
    const others = () => {
      isSeen ||= !isOver
    }
    setImmediate(others)
    let count = 0
    for await (const { data } of read(pieces(text(20_000)))) if (data === null) count += 1
    isOver = true
    expect([count, isSeen]).toEqual([20_000, true])
  })

  test('are absent in an empty list', async () => {
    expect(await collect(jsonRows(pieces(' [ ] ')))).toEqual([])
  })
})

describe('decoded bytes', () => {
  const decoded = async (...bytes: Uint8Array[]) => (await collect(decodedText(pieces(...bytes)))).join('')

  test('are UTF-8, or UTF-16 with a byte-order mark, which is removed', async () => {
    const bytes = Buffer.from('\uFEFFa,ü😀')
    expect(await decoded(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe('a,ü😀')
    expect(await decoded(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\tü', 'utf16le')]))).toBe('a\tü')
    expect(await decoded(Buffer.from('a'))).toBe('a')
    expect(await decoded()).toBe('')
  })

  test.each([
    ['Latin-1', Buffer.from('Grüße;1', 'latin1')],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0])],
    ['NUL', Buffer.from('a,b\0c')],
    ['half a letter', Buffer.from('aü').subarray(0, 2)],
  ])('that are %s are refused', async (_what, bytes) => {
    await expect(decoded(bytes)).rejects.toMatchObject({
      code: 'validation',
      issues: [{ code: 'format', path: 'file' }],
    })
  })

  test('are split, but never within a character', async () => {
    const text = `${'x'.repeat(PART - 1)}😀${'y'.repeat(PART + 1)}`
    const parts = await collect(inParts(cut(text, 100_000)))
    expect(parts.map((part) => part.isWellFormed())).toEqual(parts.map(() => true))
    expect(parts.join('')).toBe(text)
    expect(parts.length).toBe(3)
  })
})

test.each(['\n', '\r\n', '\r'])('empty lines that end in %j are counted as rows without parsing', async (end) => {
  const lines = ['', '', 'a,b', '', '1,"x', '', '', 'y"', '', '', '', '2,3', ',', '4,5', '']
  const text = lines.join(end)
  const expected = [
    { row: 3, cells: ['a', 'b'] },
    { row: 5, cells: ['1', `x${end}${end}${end}y`] },
    { row: 9, cells: ['2', '3'] },
    { row: 11, cells: ['4', '5'] },
  ]
  for (const length of [1, 2, 3, 5, 1000]) expect(await collect(csvRows(cut(text, length)))).toEqual(expected)
  const empty = new EmptyLines()
  expect(empty.leaveOut(`a${end}${end.repeat(1_000_000)}`)).toBe(`a${end}`)
  expect([empty.before(1), empty.before(2)]).toEqual([0, 1_000_000])
})
