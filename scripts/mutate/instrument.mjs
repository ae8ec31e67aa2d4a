// Inserts mutants into a source file: `(mutant(7) ? a <= b : a < b)`. `runner.mjs` decides at run time which one is on,
// so that one process, with everything loaded, can try many.

/** Name of the global function that tells whether a mutant is on. */
export const SWITCH = 'quireMutant'

/** Returns the source with the mutants, each under its id. Only inserts text; the original text stays. */
export function instrument(source, mutants) {
  const places = new Map()
  for (const mutant of mutants) {
    const place = `${mutant.start}-${mutant.end}`
    places.set(place, [...(places.get(place) ?? []), mutant])
  }
  const insertions = [...places.values()].flatMap(insertionsOf)
  // Longest first at the same start, shortest first at the same end.
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
