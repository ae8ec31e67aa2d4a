/** What other features may rely on where there are users. */
export { languageOfUser } from './language-of-user.ts'
