import { column, type RecordReader, recordTable, type RecordWriter, type RowOf } from 'quirecms/plugin'
import { describe, expectTypeOf, it } from 'vitest'

const ORDERS = recordTable({
  name: 'orders',
  columns: {
    id: column.text(),
    status: column.text<'open' | 'paid'>(),
    cents: column.integer(),
    paidAt: column.textOrNull(),
    place: { ...column.integerOrNull<1 | 2>(), stays: true },
  },
  key: ['id'],
  indexes: [{ columns: ['status'], unique: false }],
})

declare const reader: RecordReader
declare const writer: RecordWriter

describe('the rows of a described table', () => {
  it('have the types of its columns', async () => {
    expectTypeOf<RowOf<typeof ORDERS>>().toEqualTypeOf<{
      readonly id: string
      readonly status: 'open' | 'paid'
      readonly cents: number
      readonly paidAt: string | null
      readonly place: 1 | 2 | null
    }>()
    const [order] = await reader.find(ORDERS.name, { status: { oneOf: ['open'] }, paidAt: null })
    expectTypeOf(order).toEqualTypeOf<RowOf<typeof ORDERS> | undefined>()
  })

  it('are filtered only by its columns', () => {
    void reader.find(ORDERS.name, { cents: { above: 3 } }, { sort: { column: 'paidAt', descending: true } })
    // @ts-expect-error There is no such column.
    void reader.find(ORDERS.name, { nothing: 1 })
    // @ts-expect-error It is a text.
    void reader.find(ORDERS.name, { id: 1 })
    // @ts-expect-error No order is lost.
    void reader.count(ORDERS.name, { status: 'lost' })
    // @ts-expect-error No order is lost.
    void reader.count(ORDERS.name, { status: { oneOf: ['lost'] } })
    // @ts-expect-error There is no such column.
    void reader.sum(ORDERS.name, 'euros', {})
    // @ts-expect-error There is no such column.
    void reader.find(ORDERS.name, {}, { sort: { column: 'nothing', descending: true } })
  })

  it('are written completely, except nullable columns', () => {
    void writer.insert(ORDERS.name, { id: 'a', status: 'open', cents: 1 })
    // @ts-expect-error The cents are missing.
    void writer.insert(ORDERS.name, { id: 'a', status: 'open' })
    // @ts-expect-error The cents are never null.
    void writer.update(ORDERS.name, { id: 'a' }, { cents: null })
    // @ts-expect-error There is no such column.
    void writer.update(ORDERS.name, { id: 'a' }, { euros: 1 })
    // @ts-expect-error There is no such column.
    void writer.remove(ORDERS.name, { nothing: 'a' })
  })

  it('have the key and indexes of its columns', () => {
    // @ts-expect-error There is no such column.
    recordTable({ name: 'a', columns: { id: column.text() }, key: ['nothing'] })
    // @ts-expect-error There is no such column.
    recordTable({ name: 'a', columns: { id: column.text() }, key: ['id'], indexes: [{ columns: ['x'], unique: true }] })
  })

  it('are of any type in a table without a description', async () => {
    const [row] = await reader.find('others', { anything: 1 })
    expectTypeOf(row).toEqualTypeOf<Readonly<Record<string, string | number | null>> | undefined>()
  })
})
