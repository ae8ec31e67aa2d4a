/** What other features may rely on where they ask about documents of other collections. */
export { askCollection, takenBy } from './ask-each-collection.ts'
export { nameIn } from './name-of-user.ts'
export { collectionsParameter } from './asked-collections.ts'
export { addressInAdmin, titleForUser } from './mailed-document.ts'
export { namingFieldOf } from './title-field.ts'
