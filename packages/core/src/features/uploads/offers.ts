/** What other features may rely on where there are files. */
export { type NamedObject, objectsIn } from './named-objects.ts'
export { type ObjectRow, OBJECTS, UNCOUNTED } from './object-table.ts'
export { EVERYBODY, recount } from './stored-bytes.ts'
export { wrongSums } from './wrong-sums.ts'
