import { described } from './described-value.ts'
import type { JsonValue } from './json.ts'

/** Members of a body that select documents by query. */
export const CHOSEN_MEMBERS = {
  where: described('where', { description: 'A query expression, as in a list.' }),
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Words to look for, as in a list, in collections that can be searched.',
  },
  locale: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description:
      'The locale that paths and words are about, as in a list; by default the default one. With `all`, paths name theirs.',
  },
} as const

export interface Chosen {
  readonly where?: JsonValue
  readonly search?: string
  readonly locale?: string
}
