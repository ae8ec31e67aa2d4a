/** What `comments` takes; undefined if it is not given. */
export type CommentsChoice = boolean | undefined
