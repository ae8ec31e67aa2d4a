import { foldCase } from '@quirecms/core/fold-case'

/** Beyond the last letter that has two cases, by far. */
const LAST_CASED = 0x1ffff
const IS_UPPER = /\p{Changes_When_Lowercased}/u
/** What `glob` would take for more than itself, outside of a set. */
const IS_SPECIAL = /[*?[]/

let upperOf: ReadonlyMap<string, string> | undefined

/**
 * What `glob` finds the part by, whichever case its letters are in. Folding takes each code point by itself, so that a letter is found
 * by the set of those that fold to it; no stored text has to be folded for that, nor even leave SQLite. `node:sqlite` keeps what it
 * hands to a function until the statement ends, which would be all texts that are searched.
 */
export function globPattern(part: string): string {
  upperOf ??= upperCases()
  let pattern = ''
  for (const letter of foldCase(part)) {
    const others = upperOf.get(letter)
    pattern += others === undefined && !IS_SPECIAL.test(letter) ? letter : `[${letter}${others ?? ''}]`
  }
  return pattern
}

/** All that folds to a letter besides itself. */
function upperCases(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let code = 0; code <= LAST_CASED; code += 1) {
    const letter = String.fromCodePoint(code)
    if (!IS_UPPER.test(letter)) continue
    const folded = foldCase(letter)
    if (folded !== letter) found.set(folded, (found.get(folded) ?? '') + letter)
  }
  return found
}
