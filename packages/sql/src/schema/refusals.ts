import { type JsonValue, QuireError, type RefuseValue } from '@quirecms/core'

const MOST_NAMED = 5
const LONGEST_VALUE = 80

/** Values that prevent a step; errors name the first few. */
export class Refusals {
  readonly #description: string
  readonly #named: string[] = []
  #count = 0

  constructor(description: string) {
    this.#description = description
  }

  /** Returns a function that records why a value of this document can't be converted. */
  of(id: string): RefuseValue {
    return (value, why) => {
      this.#count += 1
      if (this.#named.length < MOST_NAMED) this.#named.push(`- ${id}: ${shortened(value)} ${why}`)
    }
  }

  throwIfAny(): void {
    if (this.#count === 0) return
    const more = this.#count - this.#named.length
    const rest = more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : []
    throw new QuireError(
      'conflict',
      `'${this.#description}' would lose what is stored, so nothing was changed. These documents are in the way:\n` +
        `${[...this.#named, ...rest].join('\n')}\nChange them first, for example in a data migration, and migrate again.`,
    )
  }
}

function shortened(value: JsonValue): string {
  const text = JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text
}
