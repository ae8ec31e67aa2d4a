/** File formats: a table, a JSON array, or one JSON object for each line. */
export const FORMATS = ['csv', 'json', 'jsonl'] as const

export type FileFormat = (typeof FORMATS)[number]
