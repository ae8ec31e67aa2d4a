/** Schemas of common responses. */
export { answersObject, type ChosenDocuments, described, schemas, takesObject } from '../contracts/answer-schemas.ts'
