import type { Issue } from '../data/api-error.ts'
import { issueMessages, issueWords, knownMessage, templatesOf } from '../data/issue-words.ts'
import { type Said, words } from '../words/words.ts'

/** Further messages of the service, loaded after the first screen. */
export const furtherIssueWords = words('furtherIssues', {
  option: 'Must be one of: {options}.',
  fileTypes: 'Must be a file of one of these types: {types}.',
  fileNotTaken: 'Files of the type {type} are not accepted here. Send one of: {types}.',
  fileName: 'The file is of the type {type}, but its name is "{name}". Rename it, and try again.',
  ownTree: 'A document cannot be below itself. Choose one that is not below this document.',
  treeDepth: 'This would be deeper than {depth} levels. Choose a place further up.',
  inFuture: 'Must be a date in the future.',
  inPast: 'This is in the past. Send a later time.',
  ipRange: 'Must be an address or a range such as 203.0.113.0/24.',
  notByKey: `You may not do "{action}" here yourself, so your key cannot either.`,
  twice: 'This value is already in the list.',
  unreachable: 'The address cannot be reached.',
  noFileThere: 'The address answers with status {status} instead of a file.',
  brokenOff: 'The transfer of the file was interrupted.',
  notYours: 'You may not write this field. Leave it out.',
  readOnly: 'This field is read-only. Leave it out.',
  rowTwice: 'Row {row} has the same value, which must be unique.',
  tooManyFound: 'More than {most} documents match. Narrow the query down.',
  cells: 'The row has {cells} cells, but the table has {columns} columns. A quotation mark may be missing.',
  /** Short explanation of each code, for unknown messages. */
  codes: {
    required: 'Missing.',
    type: 'Wrong type.',
    unknown_field: 'No such field.',
    min: 'Too small.',
    max: 'Too large.',
    min_length: 'Too short.',
    max_length: 'Too long.',
    min_rows: 'Too few.',
    max_rows: 'Too many.',
    format: 'Wrong format.',
    pattern: 'Wrong format.',
    option: 'No option.',
    unique: 'Taken.',
    not_found: 'Not found.',
    forbidden: 'Not allowed.',
    read_only: 'Read-only.',
    unreachable: 'Unreachable.',
  },
})

const TEMPLATES = templatesOf(issueMessages)
const FURTHER = templatesOf(furtherIssueWords.english)

/** Texts that describe an issue. */
export interface IssueTexts {
  readonly plain: Said<typeof issueWords>
  readonly further: Said<typeof furtherIssueWords>
}

/**
 * Translates a message of the service. Unknown messages get the explanation of their code before them; messages of the
 * application are returned unchanged.
 */
export function issueInWords(
  { code, message }: Pick<Issue, 'message'> & { readonly code?: string },
  { plain, further }: IssueTexts,
): string {
  const known = knownMessage(message, TEMPLATES, plain) ?? knownMessage(message, FURTHER, further)
  if (known !== undefined) return known
  const short = (further.codes as Readonly<Record<string, string>>)[code ?? '']
  // In English, the service's own message is more exact than the explanation of its code.
  const isEnglish = plain.required === issueWords.english.required
  return short === undefined || isEnglish ? message : `${short} (${message})`
}
