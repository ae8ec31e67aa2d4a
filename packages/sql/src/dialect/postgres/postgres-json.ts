import { sql } from 'kysely'
import { isStorableText } from '../../where/storable-text.ts'
import type { Fragment, ScalarKind, SqlJson, SqlJsonRows } from '../sql-dialect.ts'

/** A value of `jsonb`. Casts stand behind a test of the type, since a stored value can be of any. */
export class PostgresJson implements SqlJson {
  readonly #value: Fragment

  constructor(value: Fragment) {
    this.#value = value
  }

  key(name: string): SqlJson {
    if (!isStorableText(name)) return new PostgresJson(sql`null::jsonb`)
    // Names of fields are part of the text, or indexes would not be found; keys of free JSON can be anything and are bound.
    const key = /^[\w-]+$/.test(name) ? sql.lit(name) : sql`${name}::text`
    return new PostgresJson(sql`(${this.#value} -> ${key})`)
  }

  read(kind: ScalarKind): Fragment {
    switch (kind) {
      case 'text':
        // The order of code points, whatever the database's own collation is.
        return sql`((case when ${this.#type()} = 'string' then ${this.#value} #>> '{}' end) collate "C")`
      case 'number':
        return sql`(case when ${this.#type()} = 'number' then ${this.#value}::numeric end)`
      case 'boolean':
        return sql`(case when ${this.#type()} = 'boolean' then ${this.#value}::boolean end)`
    }
  }

  isNull(): Fragment {
    return sql`coalesce(${this.#type()}, 'null') = 'null'`
  }

  raw(): Fragment {
    return this.#value
  }

  each(name: string): SqlJsonRows {
    const array = sql`case when ${this.#type()} = 'array' then ${this.#value} end`
    return {
      from: sql`jsonb_array_elements(${array}) as ${sql.id(name)}("value")`,
      on: sql`true`,
      element: new PostgresJson(sql.id(name, 'value')),
    }
  }

  #type(): Fragment {
    return sql`jsonb_typeof(${this.#value})`
  }
}
