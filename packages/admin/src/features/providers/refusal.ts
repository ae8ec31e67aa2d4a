import type { Said } from '../../words/words.ts'
import type { providersWords } from './words.ts'

/** What to say about a sign-in that came back with this code. Anybody may have written it into the address. */
export function refusalInWords(code: unknown, said: Said<typeof providersWords>): string | undefined {
  if (typeof code !== 'string' || code === '') return undefined
  const { anything, ...known } = said.refusals
  return Object.hasOwn(known, code) ? known[code as keyof typeof known] : anything
}
