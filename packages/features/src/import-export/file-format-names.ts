/** How a file says what is in documents: a table, a list of objects, or an object in each line. */
export const FORMATS = ['csv', 'json', 'jsonl'] as const

export type FileFormat = (typeof FORMATS)[number]
