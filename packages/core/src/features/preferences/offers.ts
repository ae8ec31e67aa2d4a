/** Exports for other features. */
export { languageOfUser } from './language-of-user.ts'
