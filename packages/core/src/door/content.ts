/** Walks over fields, rows, texts and references; JSON of clients. */
export { flatten, wayTo } from '../content/field-tree.ts'
export { isObject } from '../content/json-object.ts'
export { isByLocale } from '../content/walk-content.ts'
export { parseJson, parseStrictObject } from '../content/parse-json.ts'
export { collectReferences, targetOf } from '../content/references.ts'
export { TimeSlice } from '../content/time-slice.ts'
export { mapObjects, matchObjects } from '../content/match-objects.ts'
export { objectsIn } from '../content/walk-content.ts'
