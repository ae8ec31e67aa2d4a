import type { Said } from '../../words/words.ts'
import type { providersWords } from './words.ts'

/** The message for the error code of a failed provider sign-in. The code comes from the URL and is untrusted. */
export function refusalInWords(code: unknown, said: Said<typeof providersWords>): string | undefined {
  if (typeof code !== 'string' || code === '') return undefined
  const { anything, ...known } = said.refusals
  return Object.hasOwn(known, code) ? known[code as keyof typeof known] : anything
}
