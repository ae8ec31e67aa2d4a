export type AuthorsChoice = boolean | undefined
