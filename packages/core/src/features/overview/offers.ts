/** Exports for other features. */
export { askCollection, takenBy } from './ask-each-collection.ts'
export { nameIn } from './name-of-user.ts'
export { collectionsParameter } from './asked-collections.ts'
export { addressInAdmin, titleForUser } from './mailed-document.ts'
export { namingFieldOf } from './title-field.ts'
