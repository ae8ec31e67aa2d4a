import type { Condition, DocumentQuery, StoredDocument } from '@quire/core'
import { sql } from 'kysely'
import { BoundedCache } from '../dialect/bounded-cache.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { compileCondition, shapeOf } from '../where/condition.ts'
import { Slot } from '../where/slot.ts'
import { compileSort, sortShape } from '../where/sort.ts'
import { documentColumns, writtenColumns, writtenValues } from './document-row.ts'
import { type BoundStatement, compileStatement, type Statement } from './statement.ts'
import type { TableLayout } from './table-layout.ts'

/** Enough for every shape that an application uses; beyond are those that strangers make up. */
const SHAPES_KEPT = 500

/** The statements of one table. Each shape is built once; after that a call costs a lookup and the binding of its values. */
export class DocumentStatements {
  readonly layout: TableLayout
  readonly #dialect: SqlDialect
  readonly #shapes = new BoundedCache<Statement>(SHAPES_KEPT)
  readonly #get: Statement
  readonly #insert: Statement
  readonly #update: Statement
  readonly #remove: Statement

  constructor(layout: TableLayout, dialect: SqlDialect) {
    this.layout = layout
    this.#dialect = dialect
    this.#get = this.#compile(this.#selectWhere(this.#byId(0)))
    this.#insert = this.#compile(this.#insertion())
    this.#update = this.#compile(this.#replacement())
    this.#remove = this.#compile(sql`delete from ${this.#table()} where ${this.#byId(0)}`)
  }

  get(id: string, scope: Condition | undefined, lock: boolean): BoundStatement {
    if (!scope && !lock) return this.#get([id])
    const { shape, values } = shapeOf(scope ?? { kind: 'always' })
    const statement = this.#shapes.getOrMake(`get ${lock} ${shape}`, () => {
      const where = sql`${this.#byId(0)} and ${this.#condition(scope ?? { kind: 'always' }, 1)}`
      return this.#compile(lock ? sql`${this.#selectWhere(where)} ${this.#dialect.rowLock}` : this.#selectWhere(where))
    })
    return statement([id, ...values])
  }

  getMany(ids: readonly string[], scope: Condition): BoundStatement {
    const { shape, values } = shapeOf(scope)
    const statement = this.#shapes.getOrMake(`many ${shape}`, () => {
      const byIds = this.#dialect.isAnyOf(sql.id('id'), new Slot(0), 'text')
      return this.#compile(this.#selectWhere(sql`${byIds} and ${this.#condition(scope, 1)}`))
    })
    return statement([ids, ...values])
  }

  find({ where, sort, limit, offset }: DocumentQuery): BoundStatement {
    const { shape, values } = shapeOf(where)
    const statement = this.#shapes.getOrMake(`find ${shape} ${sortShape(sort)}`, () => {
      const order = compileSort(sort, this.layout, this.#dialect)
      const selected = this.#selectWhere(this.#condition(where, 2))
      return this.#compile(sql`${selected} order by ${order} limit ${new Slot(0)} offset ${new Slot(1)}`)
    })
    return statement([limit, offset, ...values])
  }

  count(where: Condition): BoundStatement {
    const { shape, values } = shapeOf(where)
    const statement = this.#shapes.getOrMake(`count ${shape}`, () =>
      this.#compile(sql`select count(*) from ${this.#table()} where ${this.#condition(where, 0)}`),
    )
    return statement(values)
  }

  insert(document: StoredDocument): BoundStatement {
    return this.#insert(writtenValues(document, this.layout))
  }

  update(document: StoredDocument, expectedRevision: number): BoundStatement {
    return this.#update([...writtenValues(document, this.layout), expectedRevision])
  }

  remove(id: string): BoundStatement {
    return this.#remove([id])
  }

  #insertion(): Fragment {
    const columns = writtenColumns(this.layout, this.#dialect)
    const names = columns.map(({ name }) => sql.id(name))
    return sql`insert into ${this.#table()} (${sql.join(names)}) values (${sql.join(columns.map(({ value }) => value))})`
  }

  #replacement(): Fragment {
    const columns = writtenColumns(this.layout, this.#dialect)
    const assignments = columns.map(({ name, value }) => sql`${sql.id(name)} = ${value}`)
    const revision = sql`${sql.id('revision')} = ${new Slot(columns.length)}`
    return sql`update ${this.#table()} set ${sql.join(assignments)} where ${this.#byId(0)} and ${revision}`
  }

  #selectWhere(where: Fragment): Fragment {
    return sql`select ${documentColumns(this.layout, this.#dialect)} from ${this.#table()} where ${where}`
  }

  #byId(slot: number): Fragment {
    return sql`${sql.id('id')} = ${new Slot(slot)}`
  }

  #condition(condition: Condition, firstSlot: number): Fragment {
    return compileCondition(condition, this.layout, this.#dialect, firstSlot)
  }

  #table(): Fragment {
    return sql.id(this.layout.table)
  }

  #compile(fragment: Fragment): Statement {
    return compileStatement(fragment, this.#dialect)
  }
}
