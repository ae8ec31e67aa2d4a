import { isStorableText } from '@quirecms/core'
import { sql } from 'kysely'
import type { Fragment, ScalarKind, SqlJson, SqlJsonRows } from '../sql-dialect.ts'

/** A value of `jsonb`. Casts are guarded by type tests, because a stored value can have any type. */
export class PostgresJson implements SqlJson {
  readonly #value: Fragment

  constructor(value: Fragment) {
    this.#value = value
  }

  key(name: string): SqlJson {
    if (!isStorableText(name)) return new PostgresJson(sql`null::jsonb`)
    // Field names are literals, or indexes would not match; keys of free JSON can be anything, so they are bound.
    const key = /^[\w-]+$/.test(name) ? sql.lit(name) : sql`${name}::text`
    return new PostgresJson(sql`(${this.#value} -> ${key})`)
  }

  read(kind: ScalarKind): Fragment {
    switch (kind) {
      case 'text':
        // Code point order, independent of the database's collation.
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
