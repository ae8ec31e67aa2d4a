import { LARGEST_READ, type NumberReading, type PartReading, type TextReading } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, ScalarKind, SqlDialect, SqlJson } from '../dialect/sql-dialect.ts'

/** A part of a value: a scalar without members. `readPart` of core is its counterpart in memory. */
export class SqlPart implements SqlJson {
  readonly #value: SqlJson
  readonly #reading: PartReading
  readonly #dialect: SqlDialect

  constructor(value: SqlJson, reading: PartReading, dialect: SqlDialect) {
    this.#value = value
    this.#reading = reading
    this.#dialect = dialect
  }

  read(kind: ScalarKind): Fragment {
    return kind === this.#reading.gives ? sql`(${this.#part()})` : sql`null`
  }

  isNull(): Fragment {
    return sql`(${this.#part()}) is null`
  }

  raw(): Fragment {
    return sql`null`
  }

  key(): SqlJson {
    throw new Error('nothing is inside of a part of a value')
  }

  each(): never {
    throw new Error('a part of a value is one value')
  }

  #part(): Fragment {
    return this.#reading.gives === 'text' ? this.#text(this.#reading) : this.#number(this.#reading)
  }

  #text(reading: TextReading): Fragment {
    switch (reading.kind) {
      case 'value':
        return this.#value.read('text')
      case 'member':
        return this.#value.key(reading.name).read('text')
      case 'slice':
        return sql`substr(${this.#text(reading.of)}, ${sql.lit(reading.start + 1)}, ${sql.lit(reading.length)})`
    }
  }

  #number(reading: NumberReading): Fragment {
    const { parts } = this.#dialect
    switch (reading.kind) {
      case 'value':
        return this.#within(this.#value.read('number'))
      case 'member':
        return this.#within(this.#value.key(reading.name).read('number'))
      case 'position':
        return parts.double(parts.position(this.#text(reading.of), this.#dialect.parameter(reading.in, 'text')))
      case 'scaled':
        return sql`(${this.#number(reading.of)} * ${this.#constant(reading.by)})`
      case 'sum':
        return sql`(${sql.join([this.#constant(0), ...reading.of.map((one) => this.#number(one))], sql` + `)})`
    }
  }

  #within(number: Fragment): Fragment {
    const [smallest, largest] = [1 / LARGEST_READ, LARGEST_READ].map((bound) =>
      this.#dialect.parameter(bound, 'number'),
    )
    const isRead = sql`${number} = 0 or abs(${number}) between ${smallest} and ${largest}`
    return sql`(case when ${isRead} then ${this.#dialect.parts.double(number)} end)`
  }

  #constant(value: number): Fragment {
    return this.#dialect.parameter(value, 'double')
  }
}
