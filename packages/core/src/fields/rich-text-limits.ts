export const MOST_CHARACTERS = 500_000
export const MOST_MENTIONS = 1_000
export const MOST_BLOCKS = 100

/** Maximum nesting of texts inside of blocks inside of texts. */
export const MOST_BLOCK_LEVELS = 3

export const tooManyMentions = `Must name at most ${MOST_MENTIONS.toLocaleString('en')} documents.`
export const tooManyBlocks = `Must have at most ${MOST_BLOCKS} blocks.`
