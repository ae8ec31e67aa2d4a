/** What `authors` takes; undefined if it is not given. */
export type AuthorsChoice = boolean | undefined
