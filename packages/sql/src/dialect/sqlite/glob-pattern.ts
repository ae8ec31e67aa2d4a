import { foldCase } from '@quirecms/core/fold-case'

/** Well above the last letter with two cases. */
const LAST_CASED = 0x1ffff
const IS_UPPER = /\p{Changes_When_Lowercased}/u
/** Characters with a special meaning for `glob`, outside of a set. */
const IS_SPECIAL = /[*?[]/

let upperOf: ReadonlyMap<string, string> | undefined

/**
 * A case-insensitive `glob` pattern for the part. Folding maps each code point by itself, so each letter becomes the
 * set of letters that fold to it. No stored text needs folding or even leaves SQLite; `node:sqlite` would keep every
 * text that it passes to a function until the statement ends.
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

/** All letters that fold to a letter, except itself. */
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
