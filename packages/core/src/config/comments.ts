export type CommentsChoice = boolean | undefined
