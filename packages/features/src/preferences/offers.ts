export { languageOfUser } from './preferences.ts'
