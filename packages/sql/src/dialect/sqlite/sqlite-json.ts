import { isStorableText } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, ScalarKind, SqlJson, SqlJsonRows } from '../sql-dialect.ts'

const JSON_TYPES = { text: sql`'text'`, number: sql`'integer', 'real'`, boolean: sql`'true', 'false'` }

/** Converts numbers to doubles, as in JavaScript; SQLite would keep all digits of a large integer. */
function typed(kind: ScalarKind, type: Fragment, value: Fragment): Fragment {
  const converted = kind === 'number' ? sql`cast(${value} as real)` : value
  return sql`(case when ${type} in (${JSON_TYPES[kind]}) then ${converted} end)`
}

/** The value at a path of a JSON text. */
export class SqliteJson implements SqlJson {
  readonly #source: Fragment
  readonly #path: readonly string[]

  constructor(source: Fragment, path: readonly string[] = []) {
    this.#source = source
    this.#path = path
  }

  key(name: string): SqlJson {
    if (!isStorableText(name)) return new SqliteJson(sql`null`)
    return new SqliteJson(this.#source, [...this.#path, name])
  }

  read(kind: ScalarKind): Fragment {
    return typed(kind, this.#type(), sql`json_extract(${this.#source}, ${this.#writtenPath()})`)
  }

  isNull(): Fragment {
    return sql`coalesce(${this.#type()}, 'null') = 'null'`
  }

  raw(): Fragment {
    return sql`(${this.#source} -> ${this.#writtenPath()})`
  }

  each(name: string): SqlJsonRows {
    return rowsOf(name, sql`json_each(${this.#source}, ${this.#writtenPath()})`)
  }

  #type(): Fragment {
    return sql`json_type(${this.#source}, ${this.#writtenPath()})`
  }

  /** Field names are literals, or indexes would not match; keys of free JSON can be anything, so they are bound. */
  #writtenPath(): Fragment {
    const written = ['$', ...this.#path.map((key) => JSON.stringify(key))].join('.')
    return this.#path.every((key) => /^[\w-]+$/.test(key)) ? sql.lit(written) : sql`${written}`
  }
}

/** A row of `json_each`, which has already unwrapped scalars. */
class SqliteJsonElement implements SqlJson {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  key(name: string): SqlJson {
    return new SqliteJson(this.#container()).key(name)
  }

  read(kind: ScalarKind): Fragment {
    return typed(kind, this.#column('type'), this.#column('value'))
  }

  isNull(): Fragment {
    return sql`coalesce(${this.#column('type')}, 'null') = 'null'`
  }

  raw(): Fragment {
    return this.#container()
  }

  each(name: string): SqlJsonRows {
    return rowsOf(name, sql`json_each(${this.#container()})`)
  }

  /** Scalars are not JSON text here; JSON functions would fail on them. */
  #container(): Fragment {
    return sql`(case when ${this.#column('type')} in ('object', 'array') then ${this.#column('value')} end)`
  }

  #column(column: string): Fragment {
    return sql.id(this.#name, column)
  }
}

/** `json_each` also iterates objects and scalars; only array elements have numeric keys. */
function rowsOf(name: string, call: Fragment): SqlJsonRows {
  return {
    from: sql`${call} as ${sql.id(name)}`,
    on: sql`typeof(${sql.id(name, 'key')}) = 'integer'`,
    element: new SqliteJsonElement(name),
  }
}
