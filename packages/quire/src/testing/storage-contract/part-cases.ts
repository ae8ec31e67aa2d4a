import { type PathStep, read, type PartReading } from '@quirecms/core'
import type { ConditionGroup } from './storage-under-test.ts'
import { compare, elements, path } from './sample.ts'

const part = (name: string, reading: PartReading): PathStep => ({ kind: 'part', name, reading })

const digit = (start: number) => read.position(read.slice(read.text, start, 1), '0123456789abcdef')
const byte = path('number', 't', part('byte', read.sum(read.scaled(digit(0), 16), digit(1))))
const tail = path('text', 't', part('tail', read.slice(read.text, 1, 2)))
const amount = path('number', 'o', part('amount', read.member('amount', 'number')))
const currency = path('text', 'o', part('currency', read.member('currency', 'text')))
const tenth = path('number', 'n', part('tenth', read.scaled(read.number, 0.1)))
const each = path('number', 'l', elements, part('byte', digit(0)))

const parts: ConditionGroup = {
  name: 'parts',
  documents: {
    zero: { t: '00', o: { amount: 0, currency: 'EUR' }, n: 0, l: [] },
    ff: { t: 'ff', o: { amount: 12.5, currency: 'CHF' }, n: 3, l: ['f', '0'] },
    odd: { t: 'zz', o: { amount: '7', currency: 7 }, n: '3', l: ['1'] },
    emoji: { t: '😀1x', o: { amount: -1 }, n: 1e100 },
    huge: { t: '', o: { amount: 1e200, currency: '' }, n: 1e200 },
    tiny: { t: null, o: null, n: 1e-200 },
    none: {},
    other: { t: 5, o: 'EUR', n: [3], l: 'f' },
  },
  cases: [
    ['a sum', compare(byte, { op: 'equals', value: 255 }), 'ff'],
    ['a sum of what is not there', compare(byte, { op: 'lt', value: 0 }), 'odd emoji'],
    ['in', compare(byte, { op: 'in', values: [0, 255, 1000] }), 'zero ff huge'],
    ['no value, no part', compare(byte, { op: 'is_null' }), 'tiny none other'],
    ['a slice by characters', compare(tail, { op: 'equals', value: '1x' }), 'emoji'],
    ['a slice of a short text', compare(tail, { op: 'in', values: ['', 'f'] }), 'ff huge'],
    ['a slice is searched', compare(tail, { op: 'contains', value: 'X' }), 'emoji'],
    ['a slice in order', compare(tail, { op: 'gte', value: 'f' }), 'ff odd'],
    ['a member', compare(amount, { op: 'gt', value: 0 }), 'ff'],
    ['a member that is 0', compare(amount, { op: 'equals', value: 0 }), 'zero'],
    ['a member of another type', compare(amount, { op: 'is_null' }), 'odd huge tiny none other'],
    ['a text in an object', compare(currency, { op: 'starts_with', value: 'e' }), 'zero'],
    ['a text never a number', compare(currency, { op: 'equals', value: 7 }), ''],
    ['an empty text', compare(currency, { op: 'equals', value: '' }), 'huge'],
    ['the last digit of a product', compare(tenth, { op: 'equals', value: 3 * 0.1 }), 'ff'],
    ['another last digit', compare(tenth, { op: 'equals', value: 0.3 }), ''],
    ['what is too large or too small', compare(tenth, { op: 'is_null' }), 'odd huge tiny none other'],
    ['each element', compare(each, { op: 'equals', value: 15 }), 'ff'],
    ['no elements', compare(each, { op: 'is_null' }), 'zero emoji huge tiny none other'],
  ],
}

export const partCases: readonly ConditionGroup[] = [parts]
