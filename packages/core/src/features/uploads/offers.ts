/** What other features may rely on where there are files. */
export { type NamedObject, objectsIn } from './named-objects.ts'
export { OBJECTS } from './object-table.ts'
