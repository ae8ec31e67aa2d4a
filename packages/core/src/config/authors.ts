/** Values of the option `authors`; undefined if it is not set. */
export type AuthorsChoice = boolean | undefined
