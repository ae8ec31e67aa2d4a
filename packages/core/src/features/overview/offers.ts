/** What other features may rely on where they ask about documents of other collections. */
export { askCollection } from './ask-each-collection.ts'
export { namingFieldOf } from './title-field.ts'
