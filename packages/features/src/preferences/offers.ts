export { languageOfUser } from './language-of-user.ts'
