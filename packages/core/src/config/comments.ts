/** Values of the option `comments`; undefined if it is not set. */
export type CommentsChoice = boolean | undefined
