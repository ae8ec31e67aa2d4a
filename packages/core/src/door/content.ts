/** Walks over fields, rows, texts and references; JSON of clients. */
export { flatten, wayTo } from '../content/field-tree.ts'
export { isObject } from '../content/json-object.ts'
export { isByLocale, mapObjects, matchObjects, objectsIn } from '../content/walk-content.ts'
export { parseJson, parseStrictObject } from '../content/parse-json.ts'
export { collectReferences, targetOf } from '../content/references.ts'
export { onceFor } from '../content/once-for.ts'
export { TimeSlice } from '../content/time-slice.ts'
