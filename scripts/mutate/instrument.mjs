// Puts mutants into a source file: `(mutant(7) ? a <= b : a < b)`. Which of them is switched on is said elsewhere (`runner.mjs`), so
// that one process, with everything loaded, can try many.

/** The function that says whether a mutant is switched on. */
export const SWITCH = 'quireMutant'

/** The source with the mutants in it, each under its id. Only text is inserted: what stands there stays where it is. */
export function instrument(source, mutants) {
  const places = new Map()
  for (const mutant of mutants) {
    const place = `${mutant.start}-${mutant.end}`
    places.set(place, [...(places.get(place) ?? []), mutant])
  }
  const insertions = [...places.values()].flatMap(insertionsOf)
  // What begins at the same offset begins with the longest, and what ends there ends with the shortest.
  insertions.sort((one, other) => one.at - other.at || one.order - other.order)
  let text = `const mutant = globalThis.${SWITCH} ?? (() => false);`
  let from = 0
  for (const { at, inserted } of insertions) {
    text += source.slice(from, at) + inserted
    from = at
  }
  return text + source.slice(from)
}

function insertionsOf(mutants) {
  const { start, end } = mutants[0]
  const length = end - start
  const statements = mutants.filter(({ kind }) => kind === 'statement')
  const expressions = mutants.filter(({ kind }) => kind === 'expression')
  const before =
    (statements.length > 0 ? `{${statements.map((one) => `if(mutant(${one.id})){${one.text}}else `).join('')}` : '') +
    (expressions.length > 0 ? `(${expressions.map((one) => `mutant(${one.id})?${one.text}:`).join('')}` : '')
  const after = (expressions.length > 0 ? ')' : '') + (statements.length > 0 ? '}' : '')
  return [
    { at: start, order: 1e9 - length, inserted: before },
    { at: end, order: length - 1e9, inserted: after },
  ]
}
