/** Schemas of common responses. */
export { type ChosenDocuments, described, schemas } from '../contracts/answer-schemas.ts'
